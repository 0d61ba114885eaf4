# SPDX-License-Identifier: Apache-2.0
"""Runs that are kept while they are measured, and go on after an interrupt: QUERN CACHE"""
import json
import os
import signal
import subprocess
import time
import unittest

import gate

SETUP = """\
setup: {cpp: "auto x = torch::ones({4, 4});"}
stmts:
"""
STATEMENTS = {"add": "{cpp_stmt: x + x;}", "view": '{cpp_stmt: "x.view({16});"}', "mul": "{cpp_stmt: x * x;}",
              "forever": '{cpp_stmt: "for (volatile int i = 0;; ++i) {}"}'}


class SavedRuns(gate.Gate):
    """One story, in which a run is killed, goes on, is interrupted, goes on, and ends."""

    def listed(self):
        return json.loads(self.run_quern("runs", "list", "--json", expect=0).stdout)["runs"]

    def cases(self, run):
        """id → case, as the store has it."""
        document = json.loads(self.run_quern("runs", "export", run, expect=0).stdout)
        return {case["id"].split(":")[0]: case for case in document["cases"]}

    def write_suite(self, *names):
        return self.write("suite.yaml", SETUP + "".join(f"  {name}: {STATEMENTS[name]}\n" for name in names))

    def test_all(self):
        self.assertEqual(self.stop(signal.SIGKILL, "--save", "main", suite=self.write_suite("add", "forever", "view", "mul"),
                                   measured=1), -signal.SIGKILL)
        self.assertEqual([run["finished"] for run in self.listed()], [False])
        killed = self.cases("1")
        self.assertEqual(list(killed), ["add"])
        self.assertEqual(self.stop(signal.SIGINT, "--resume", "1", "--save", "main",
                                   suite=self.write_suite("add", "view", "forever", "mul"), measured=2), 130)
        self.assertEqual([(run["finished"], run["interrupted"]) for run in self.listed()], [(True, True)])
        interrupted = self.cases("1")
        self.assertEqual(list(interrupted), ["add", "view"])
        self.assertEqual(interrupted["add"], killed["add"], "what was measured is measured again")
        self.check_it_ends(interrupted)
        self.check_what_is_kept()

    def start(self, *command):
        return subprocess.Popen([self.quern.program, *command], env=self.quern.variables, cwd=self.directory,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def measured_by_now(self):
        listing = self.start("runs", "list", "--json")
        text, _ = listing.communicate()
        if listing.returncode == 2:  # there is no store yet, or nothing in it
            return 0
        return sum(run["ok"] for run in json.loads(text)["runs"])

    def stop(self, number, *options, suite, measured):
        """The exit code of a run that does not end by itself, and is stopped when so many cases are in the store."""
        running = self.start("run", suite, "-q", "-j1", "--timeout", "300", *options)
        deadline = time.time() + 120
        while self.measured_by_now() < measured and time.time() < deadline:
            time.sleep(0.5)
        time.sleep(2)  # the case that never ends is under way
        running.send_signal(number)
        _, said = running.communicate(timeout=30)
        if gate.measuring.MISSING.search(said):
            gate.skip(said.strip())
        return running.returncode

    def check_it_ends(self, before):
        """The case that never ended is taken out; what is printed is what is kept."""
        suite = self.write_suite("add", "view", "mul")
        done = self.run_quern("run", suite, "-q", "--resume", "1", "--save", "main", "--format", "json", expect=0)
        self.assertIn("kept as run 1 (main)", done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual([case["id"].split(":")[0] for case in document["cases"]], ["add", "view", "mul"])
        self.assertEqual(document["cases"][:2], list(before.values()))
        self.assertEqual(document["cases"][2]["verdict"], "exact")
        self.assertIs(document["interrupted"], False)
        self.assertEqual(document["selection"], {"suites": [suite]})
        self.assertEqual([run["id"] for run in self.listed()], [1])
        self.assertEqual(self.run_quern("runs", "export", "main", expect=0).stdout, done.stdout)
        self.assertTrue(os.path.exists(self.path(".quern/runs.sqlite")))

    def check_what_is_kept(self):
        again = self.run_quern("check", "--base", "main", "--head", "main", expect=0)
        self.assertIn("neutral", again.stdout)
        neither = self.run_quern("check", "--base", "mian", expect=2)
        self.assertIn("'mian' is neither a run nor an environment\n  did you mean 'main'?", neither.stderr)
        other = self.run_quern("run", "suite.yaml", "-q", "-f", "view", "--resume", "main", expect=2)
        self.assertIn("that run has the case 'add:eager:forward:cpp:t1', which is not selected now", other.stderr)


if __name__ == "__main__":
    gate.Gate.quern, _ = gate.arguments()
    unittest.main()
