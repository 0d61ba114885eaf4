#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Time is measured natively, in both languages, beside counts and alone: QUERN CACHE"""
import os
import sys
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "exact"))
import measuring

SUITE = """\
setup:
  cpp: |
    auto x = torch::ones({4, 4});
    auto y = torch::ones({64, 64});
  py: |
    x = torch.ones((4, 4))
    y = torch.ones((64, 64))
stmts:
  add: {cpp_stmt: x + x;, py_stmt: x + x}
  matmul: {cpp_stmt: y.mm(y);, py_stmt: y.mm(y)}
  sleep: {cpp_stmt: "std::this_thread::sleep_for(std::chrono::milliseconds(3));"}
  nothing: {py_stmt: pass}
"""
FAILING = """\
setup:
  cpp: |
    auto x = torch::ones({4});
    bool native = std::getenv("ATEN_CPU_CAPABILITY") == nullptr;
stmts:
  pinned:
    cpp_stmt: |-
      if (quern::opaque(native)) throw std::runtime_error("only where it is counted");
      x.view({2, 2});
  fine: {cpp_stmt: "x.view({2, 2});"}
"""


class Native(measuring.KeptDirectory):
    def check(self, time):
        self.assertLessEqual(time["low"], time["median"])
        self.assertLessEqual(time["median"], time["high"])
        self.assertGreaterEqual(len(time["rounds"]), 6)
        self.assertGreaterEqual(time["samples"], len(time["rounds"]))
        self.assertEqual(sum(time["histogram"]["counts"]), time["samples"])
        self.assertEqual((time["device"], time["mode"]), ("cpu", "cpu"))

    def test_time_alone_counts_nothing(self):
        cases = QUERN.measure("run", self.write("suite.yaml", SUITE), "--metrics", "time", "--time-budget", "0.1")
        self.assertEqual(len(cases), 6)
        for id_, case in cases.items():
            with self.subTest(id_):
                self.assertNotIn("instructions", case)
                self.check(case["time_ns"])
        by_name = {id_.split(":")[0] + ":" + id_.split(":")[-2]: case["time_ns"] for id_, case in cases.items()}
        self.assertGreater(by_name["sleep:cpp"]["median"], 3e6)
        self.assertEqual(by_name["sleep:cpp"]["block"], 1)
        self.assertLess(by_name["nothing:python"]["median"], 100)
        for language in "cpp", "python":
            self.assertGreater(by_name[f"matmul:{language}"]["median"], 5 * by_name[f"add:{language}"]["median"])
            self.assertGreater(by_name[f"add:{language}"]["block"], 1)

    def test_a_case_that_fails_natively_keeps_its_count(self):
        suite = self.write("failing.yaml", FAILING)
        cases = QUERN.measure("run", suite, "--metrics", "ir,time", "--time-budget", "0.1")
        pinned, fine = sorted(cases.values(), key=lambda case: "fine" in case["id"])
        self.assertEqual(pinned["verdict"], "exact")
        self.assertNotIn("time_ns", pinned)
        self.assertIn("only where it is counted", pinned["notes"][0])
        self.check(fine["time_ns"])
        self.assertEqual(fine["verdict"], "exact")
        self.assertNotIn("notes", fine)


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
