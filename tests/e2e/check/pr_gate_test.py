# SPDX-License-Identifier: Apache-2.0
"""The example repository and its pull requests: QUERN CACHE ROOT"""
import json
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree

import gate

EXIT_CODES = {"clean": 0, "slower": 3, "faster": 0, "added": 0, "removed": 3, "waived": 0, "unstable": 5}
ONE_ROW = "score/one_row:eager:forward:cpp:t1"
ALL_ROWS = "score/all_rows:eager:forward:cpp:t1"
HALF_A_ROW = "score/half_a_row:eager:forward:cpp:t1"


class PrGate(gate.Gate):
    def setUp(self):
        super().setUp()
        done = subprocess.run([os.path.join(ROOT, "examples/pr_gate/demo"), "--quern", self.quern.program, "--keep",
                               self.path("demo")], env=gate.variables_for_git(self.quern), capture_output=True, text=True)
        if gate.measuring.MISSING.search(done.stderr):
            gate.skip(done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.printed = done.stdout

    def document(self, name):
        with open(self.path(f"demo/reports/{name}.json"), encoding="utf-8") as file:
            return json.load(file)

    def text(self, name, suffix="txt"):
        with open(self.path(f"demo/reports/{name}.{suffix}"), encoding="utf-8") as file:
            return file.read()

    def case(self, name, id_):
        return next(case for case in self.document(name)["cases"] if case["id"] == id_)

    # One test: the demo takes two minutes.
    def test_the_gate_says_of_each_pull_request_what_it_should(self):
        codes = dict(re.findall(r"^== (\w+): exit code (\d+)$", self.printed, re.MULTILINE))
        self.assertEqual({name: int(code) for name, code in codes.items()}, EXIT_CODES)
        with self.subTest("clean"):
            self.assertEqual([case["delta"] for case in self.document("clean")["cases"]], [0, 0, 0])
            self.assertTrue(self.text("clean").splitlines()[-1].startswith("neutral: "), self.text("clean"))
        with self.subTest("slower"):
            self.check_slower()
        with self.subTest("faster"):
            self.assertEqual(self.case("faster", ONE_ROW)["finding"], "improved")
            self.assertIn("quern run benchmarks --env here --save main", self.text("faster"))
        with self.subTest("added"):
            case = self.case("added", HALF_A_ROW)
            self.assertEqual((case["finding"], case["allowed"]), ("added", True))
            self.assertEqual(self.text("added").splitlines()[-1], "neutral: 1 added; 3 unchanged")
        with self.subTest("removed"):
            self.assertEqual(self.case("removed", ONE_ROW)["finding"], "disappeared")
        with self.subTest("waived"):
            self.check_waived()
        with self.subTest("unstable"):
            self.assertEqual(self.case("unstable", ONE_ROW)["finding"], "unstable")

    def check_slower(self):
        for id_ in ONE_ROW, ALL_ROWS:
            case = self.case("slower", id_)
            self.assertEqual(case["finding"], "regressed")
            self.assertTrue(1.002 < case["ratio"] < 1.005, case["ratio"])
            self.assertIn("looks_empty", [function["name"] for function in case["functions"][:3]])
        self.assertEqual(self.document("slower")["check"]["confirmation"], "confirmed")
        for suffix in "txt", "md":
            self.assertIn("looks_empty", self.text("slower", suffix))
        failed = xml.etree.ElementTree.fromstring(self.text("slower", "xml")).iter("failure")
        self.assertEqual(len(list(failed)), 2)

    def check_waived(self):
        case = self.case("waived", ONE_ROW)
        self.assertEqual((case["finding"], case["waived"]["who"]), ("regressed", "ada"))
        for suffix in "txt", "md":
            self.assertIn("ada", self.text("waived", suffix))
            self.assertIn("2099-12-31", self.text("waived", suffix))


if __name__ == "__main__":
    gate.Gate.quern, (ROOT,) = gate.arguments()
    unittest.main()
