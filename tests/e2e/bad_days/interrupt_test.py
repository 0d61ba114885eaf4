# SPDX-License-Identifier: Apache-2.0
"""Interrupts: what is measured is kept, what runs is ended. A quern that is killed takes its servers with it."""
import os
import shutil
import signal
import time

import bad_day

SUITE = """
setup:
  cpp: |
    auto x = torch::ones({4, 4});
    auto y = torch::ones({4, 4});
stmts:
  add: {cpp_stmt: x + y;}
  long: {cpp_stmt: "for (volatile int i = 0;; ++i) {}"}
  view: {cpp_stmt: "x.view({16});"}
"""


class Interrupts(bad_day.BadDay):
    def in_the_middle(self):
        suite = self.write("suite.yaml", SUITE)
        running = self.start("run", suite, "--format", "json", "-j1", "--timeout", "300")
        running.wait_for(lambda: running.case(4))  # no other takes so long
        return running

    def test_what_was_measured_until_then_is_kept(self):
        running = self.in_the_middle()
        running.process.send_signal(signal.SIGINT)
        result = running.finish(timeout=20)
        self.check_nothing_left(running)
        self.assertEqual(result.code, 130, result.err)
        self.assertIs(result.document["interrupted"], True)
        self.assertEqual(list(result.cases), ["add"])
        self.check_good(result.cases, "add")
        self.assertIn("quern: interrupted; what was measured until then is kept\n", result.err)

    def test_a_compiler_is_ended_too(self):
        running = self.start("run", self.write("suite.yaml", SUITE), "--format", "json",
                             XDG_CACHE_HOME=os.path.join(self.directory, "cold"))
        running.wait_for(lambda: any("making" in folder for folder in self.open_entries()))
        time.sleep(1)
        running.process.send_signal(signal.SIGTERM)
        result = running.finish(timeout=5)
        self.check_nothing_left(running)
        self.assertEqual((result.code, result.document["cases"]), (130, []), result.err)
        self.assertIs(result.document["interrupted"], True)
        self.assertEqual(self.open_entries(), [])  # half a header is no header

    def open_entries(self):
        making = os.path.join(self.directory, "cold/quern/making")
        return [os.path.join(making, name) for name in os.listdir(making)] if os.path.exists(making) else []

    def test_no_server_survives_a_quern_that_is_killed(self):
        running = self.in_the_middle()
        running.process.kill()
        self.assertEqual(running.finish().code, -signal.SIGKILL)
        self.assertEqual(running.survivors(), [])
        for folder in running.folders:  # nobody was left who could
            shutil.rmtree(folder)


if __name__ == "__main__":
    bad_day.main()
