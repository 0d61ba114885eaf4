#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kill -9 at 200 random moments while two processes write to one store: it opens every time, and holds every case that
was acknowledged before.

usage: kill_test.py STORE_WRITER [unittest options]
"""
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from kept_directory import KeptDirectory

WRITER = ""
KILLS = 200
SEED = 20261117
LONGEST_S = 0.08  # until the kill: from the opening of the store to some runs


class Kill(KeptDirectory):
    def setUp(self):
        super().setUp()
        # In memory if possible: what a kill can do is the same, and the disk is not waited for.
        os.rmdir(self.directory)
        self.directory = tempfile.mkdtemp(prefix="quern-test-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        self.store = self.path("runs.sqlite")
        self.cases, self.finished, self.begun = {}, set(), set()

    def note(self, said):
        """Acknowledged lines of a writer; the last may be cut off."""
        for line in said.split("\n")[:-1]:
            what, run, *position = line.split()
            if what == "case":
                self.cases[int(run)] = int(position[0]) + 1
            (self.begun if what == "begun" else self.finished if what == "finished" else set()).add(int(run))

    def write_and_kill(self, seconds):
        writers = [subprocess.Popen([WRITER, "write", self.store], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                   for _ in range(2)]
        time.sleep(seconds)
        for writer in writers:
            writer.kill()
        for writer in writers:
            said, complaint = writer.communicate()
            self.assertEqual(complaint, "")
            self.assertEqual(writer.returncode, -9)
            self.note(said)

    def held_from(self, first):
        """{run: (cases, state)} of the runs from `first` on; each of their cases was compared with what was written."""
        done = subprocess.run([WRITER, "check", self.store, str(first)], capture_output=True, text=True)
        if not self.begun and "there is no store" in done.stderr:
            return {}
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = [line.split() for line in done.stdout.splitlines()]
        return {int(run): (int(count), state) for run, count, state in lines}

    def check(self, first=0):
        held = self.held_from(first)
        for run in (run for run in self.begun if run >= first):
            acknowledged = self.cases.get(run, 0)
            self.assertIn(run, held)
            self.assertIn(held[run][0], (acknowledged, acknowledged + 1), f"run {run}")
            if run in self.finished:
                self.assertEqual(held[run][1], "finished")
        unheard = [run for run in held if run not in self.begun]
        self.assertLessEqual(len(unheard), 2 * self.kills)  # killed before they could say that they had begun

    def test_nothing_acknowledged_is_lost(self):
        moments = random.Random(SEED)
        for self.kills in range(1, KILLS + 1):
            with self.subTest(kill=self.kills):
                before = max(self.begun, default=0)
                self.write_and_kill(moments.uniform(0, LONGEST_S))
                self.check(before)
        self.check()
        self.assertGreater(sum(self.cases.values()), KILLS, "too little was written to prove anything")
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        print(f"{KILLS} kills, {len(self.begun)} runs, {sum(self.cases.values())} acknowledged cases: all there")


if __name__ == "__main__":
    WRITER = sys.argv.pop(1)
    unittest.main()
