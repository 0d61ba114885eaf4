# SPDX-License-Identifier: Apache-2.0
"""A signal ends quern within two seconds, whatever it is waiting for. Tools that never end hold it in each phase; the
moment and the signal are random, from a seed that a failure prints."""
import os
import random
import shutil
import signal
import subprocess
import time

import bad_day

REAL = {name: shutil.which(name) for name in ("valgrind", "clang++", "g++")}
LONGEST = 3  # seconds: two, and one for a machine that has other things to do
HANGS = 'touch "$MARKER"; exec sleep 60'
VERSION_THEN = 'case "$*" in *--version*) {0};; *) {1};; esac'


class Moments(bad_day.BadDay):
    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("QUERN_TEST_SEED", "12"))
        self.random = random.Random(self.seed)
        self.marker = os.path.join(self.directory, "marker")
        os.mkdir(os.path.join(self.directory, "bin"))
        for name, program in REAL.items():
            if program:
                self.fake(name, f'exec {program} "$@"')

    def fake(self, name, script):
        script = script.replace("$MARKER", self.marker)
        path = self.write(f"bin/{name}", f"#!/bin/sh\n{script}\n")
        os.chmod(path, 0o755)

    def start_held(self, *arguments, **variables):
        path = os.path.join(self.directory, "bin") + ":/usr/bin:/bin"
        return self.start("time", "1", *arguments, PATH=path, **variables)

    def end(self, running):
        """Sends a signal now and then some: quern ends soon, by itself."""
        time.sleep(self.random.uniform(0, 0.4))
        number = self.random.choice(bad_day.SIGNALS)
        ended = running.end(number)
        self.assertEqual(ended.code, 130, f"seed {self.seed}, signal {number}: {running.text(running.err)}")
        self.assertLess(ended.seconds, LONGEST, f"seed {self.seed}, signal {number}")
        self.check_nothing_left(running)

    def end_when_held(self, *arguments, **variables):
        for _ in range(2):
            running = self.start_held(*arguments, **variables)
            running.wait_for(lambda: os.path.exists(self.marker))
            self.end(running)
            os.remove(self.marker)

    def test_while_a_run_is_read(self):
        os.mkfifo(self.path("run.json"))
        writer = os.open(self.path("run.json"), os.O_RDWR)  # who never writes
        running = self.start("check", "--base", "run.json", "--head", "run.json")
        time.sleep(1)
        self.end(running)
        os.close(writer)

    def test_in_the_command_of_an_environment(self):
        self.end_when_held("--env", f"touch {self.marker}; sleep 60")

    def test_while_tools_are_probed(self):
        self.fake("valgrind", HANGS)
        self.end_when_held()

    def test_while_the_compiler_runs(self):
        for name in ("clang++", "g++"):
            self.fake(name, VERSION_THEN.format(f'exec {REAL[name]} "$@"', HANGS))
        self.end_when_held(XDG_CACHE_HOME=os.path.join(self.directory, "cold"))

    def test_while_another_quern_makes_what_it_needs(self):
        for name in ("clang++", "g++"):
            self.fake(name, VERSION_THEN.format(f'exec {REAL[name]} "$@"', HANGS))
        cold = os.path.join(self.directory, "cold")
        first = self.start_held(XDG_CACHE_HOME=cold)
        first.wait_for(lambda: os.path.exists(self.marker))
        second = self.start_held(XDG_CACHE_HOME=cold)
        time.sleep(self.random.uniform(3, 4))  # no process of another's tells that it waits
        second.process.send_signal(signal.SIGTERM)
        begin = time.monotonic()
        self.assertEqual(second.process.wait(timeout=20), 130)
        self.assertLess(time.monotonic() - begin, LONGEST)
        self.end(first)

    def test_while_servers_start_and_others_wait_for_what_they_need(self):
        self.fake("valgrind", VERSION_THEN.format("echo valgrind-3.19.0", HANGS))
        self.end_when_held("-j", "64")

    def test_while_nobody_reads_the_result(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        try:
            while True:
                os.write(write, b"x" * 4096)
        except BlockingIOError:
            os.set_blocking(write, True)
        process = subprocess.Popen([bad_day.QUERN, "doctor"], stdout=write, stderr=subprocess.PIPE)
        time.sleep(self.random.uniform(1, 15))
        process.send_signal(signal.SIGTERM)
        begin = time.monotonic()
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertLess(time.monotonic() - begin, LONGEST)
        process.stderr.close()
        os.close(read)
        os.close(write)


if __name__ == "__main__":
    bad_day.main()
