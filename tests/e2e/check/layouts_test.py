# SPDX-License-Identifier: Apache-2.0
"""A change counts only if it is there wherever libraries, stack and heap lie: QUERN CACHE"""
import json
import unittest

import gate

SETTINGS = """\
environments:
  a: {variables: {SIDE: a}}
  b: {variables: {SIDE: b}}
"""
# What stands for a collision that comes and goes with addresses is a look at the layout's number.
SUITE = """\
setup:
  global: |
    static void work(int n) { for (int i = 0; i < n; ++i) asm volatile("nop"); }
  cpp: |
    const bool b = *std::getenv("SIDE") == 'b';
    const char layout = *std::getenv("QUERN_LAYOUT");
stmts:
  everywhere: {cpp_stmt: "work(b ? 1100 : 1000);"}
  usual: {cpp_stmt: "work(b && layout == '0' ? 1100 : 1000);"}
  some: {cpp_stmt: "work(b && layout != '2' ? 1100 : 1000);"}
  better: {cpp_stmt: "work(b ? 900 : 1000);"}
  lucky: {cpp_stmt: "work(b && layout == '0' ? 900 : 1000);"}
  same: {cpp_stmt: "work(1000);"}
"""
FINDINGS = {"everywhere": ("regressed", 3), "usual": ("layout", 1), "some": ("unstable", 2), "better": ("improved", 3),
            "lucky": ("layout", 1), "same": ("unchanged", None)}


class Layouts(gate.Gate):
    def test_a_check_tells_what_holds_from_what_does_not(self):
        self.quern = QUERN
        self.write("quern.yaml", SETTINGS)
        self.write("suite.yaml", SUITE)
        done = self.run_quern("check", "--base", "env:a", "--head", "env:b", "suite.yaml", "--allow-different", "-q",
                              "--format", "json", "--report", "table=report.txt", expect=3)
        document = json.loads(done.stdout)
        cases = {case["id"].split(":")[0]: case for case in document["cases"]}
        self.assertEqual({name: (case["finding"], case.get("held")) for name, case in cases.items()}, FINDINGS)
        self.assertEqual([pair["layout"] for pair in cases["everywhere"]["layouts"]], [0, 1, 2])
        self.assertEqual(document["check"]["confirmation"], "not_confirmed")
        with open(self.path("report.txt"), encoding="utf-8") as file:
            report = file.read()
        self.assertIn("holds in 3 of 3 layouts", report)
        self.assertRegex(report, r"holds in 1 of 3 layouts \(\+0\.00 … \+\d+\.\d\d %\)")


if __name__ == "__main__":
    QUERN, _ = gate.arguments()
    unittest.main()
