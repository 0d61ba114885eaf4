# SPDX-License-Identifier: Apache-2.0
"""Runs that are kept while they are measured, and go on after an interrupt: QUERN CACHE"""
import json
import os
import signal
import subprocess
import time
import unittest

import gate

PLAIN = """\
setup: {cpp: "auto x = torch::ones({4, 4});"}
stmts:
  add: {cpp_stmt: x + x;}
  view: {cpp_stmt: "x.view({16});"}
"""


class SavedRuns(gate.Gate):
    def listed(self):
        return json.loads(self.run_quern("runs", "list", "--json", expect=0).stdout)["runs"]

    def shown(self, run):
        return json.loads(self.run_quern("runs", "export", run, expect=0).stdout)

    def test_what_is_printed_is_what_is_kept(self):
        suite = self.write("suite.yaml", PLAIN)
        printed = self.run_quern("run", suite, "-q", "--save", "main", "--format", "json", expect=0)
        self.assertIn("kept as run 1 (main)", printed.stderr)
        self.assertEqual(json.loads(printed.stdout)["selection"], {"suites": [suite]})
        self.assertEqual(self.run_quern("runs", "export", "main", expect=0).stdout, printed.stdout)
        self.assertTrue(os.path.exists(self.path(".quern/runs.sqlite")))
        again = self.run_quern("check", "--base", "main", "--head", "main", expect=0)
        self.assertIn("neutral", again.stdout)
        neither = self.run_quern("check", "--base", "mian", expect=2)
        self.assertIn("'mian' is neither a run nor an environment\n  did you mean 'main'?", neither.stderr)
        other = self.run_quern("run", suite, "-q", "-f", "view", "--resume", "main", expect=2)
        self.assertIn("that run has the case 'add:eager:forward:cpp:t1', which is not selected now", other.stderr)

    def start(self, *command):
        return subprocess.Popen([self.quern.program, *command], env=self.quern.variables, cwd=self.directory,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def measured_by_now(self):
        listing = self.start("runs", "list", "--json")
        text, _ = listing.communicate()
        if listing.returncode == 2:  # there is no store yet, or nothing in it
            return 0
        return sum(run["ok"] for run in json.loads(text)["runs"])

    def stop_in_the_middle(self, stop):
        """A run with one case of three in the store that does not end by itself, and is stopped."""
        suite = self.write("suite.yaml", PLAIN.replace("  view", "  forever: {cpp_stmt: \"for (volatile int i = 0;; ++i) {}\"}\n  view"))
        running = self.start("run", suite, "-q", "-j1", "--timeout", "300", "--save", "main")
        deadline = time.time() + 120
        while self.measured_by_now() < 1 and time.time() < deadline:
            time.sleep(0.5)
        time.sleep(2)  # the case that never ends is under way
        running.send_signal(stop)
        running.communicate(timeout=30)
        return running.returncode

    def check_it_goes_on(self):
        """The case that never ended is taken out; what was measured is not measured again."""
        before = {case["id"]: case for case in self.shown("1")["cases"]}
        self.assertIn("add:eager:forward:cpp:t1", before)
        suite = self.write("suite.yaml", PLAIN)
        done = self.run_quern("run", suite, "-q", "--resume", "1", "--save", "main", "--format", "json", expect=0)
        document = json.loads(done.stdout)
        self.assertEqual([case["id"].split(":")[0] for case in document["cases"]], ["add", "view"])
        self.assertEqual(document["cases"][0], before["add:eager:forward:cpp:t1"])
        self.assertIs(document["interrupted"], False)
        self.assertEqual(document["selection"], {"suites": [suite]})
        self.assertEqual([run["id"] for run in self.listed()], [1])
        self.assertEqual(self.shown("main"), document)

    def test_an_interrupted_run_goes_on(self):
        self.assertEqual(self.stop_in_the_middle(signal.SIGINT), 130)
        self.assertEqual([(run["finished"], run["interrupted"]) for run in self.listed()], [(True, True)])
        self.check_it_goes_on()

    def test_so_does_one_whose_quern_was_killed(self):
        self.assertEqual(self.stop_in_the_middle(signal.SIGKILL), -signal.SIGKILL)
        self.assertEqual([run["finished"] for run in self.listed()], [False])
        self.check_it_goes_on()


if __name__ == "__main__":
    gate.Gate.quern, _ = gate.arguments()
    unittest.main()
