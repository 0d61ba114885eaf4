# SPDX-License-Identifier: Apache-2.0
"""A change in a library is found, named and sized to the instruction: QUERN CACHE COMPILER SCHEMAS"""
import json
import os
import subprocess
import unittest

import two_roots


class Injected(two_roots.TwoRoots):
    def test_a_longer_function_is_found_named_and_sized(self):
        suite = self.write("suite.yaml", two_roots.SUITE)
        before = self.make_library("before", COMPILER, 5)
        for more in 1, 10, 1000:
            after = self.make_library(f"after{more}", COMPILER, 5 + more)
            found = self.compare(QUERN, "--a", before, "--b", after, suite, "--profiles", self.path(f"kept{more}"))
            with self.subTest(more=more):
                self.check(found, more)
        self.check_explain("kept1000", 1000)

    def check(self, found, more):
        call, add = found["cases"]
        self.assertEqual((add["verdict"], add["delta"], add["functions"]), ("same", 0, []))
        self.assertEqual((call["verdict"], call["delta"]), ("slower", more))
        self.assertEqual([(function["name"], function["library"], function["delta"]) for function in call["functions"]],
                         [("step", "libworking.so", more)])
        self.assertEqual(sum(layer["delta"] for layer in call["layers"]), more)
        self.assertEqual(found["summary"]["slower"], 1)
        validate(found, "quern.comparison.1.schema.json")

    def check_explain(self, kept, more):
        """The runs that ab kept explain the same."""
        id_ = "call:eager:forward:cpp:t1"
        picture = self.path("change.svg")
        command = ("explain", self.path(f"{kept}/b.json"), id_, "--against", self.path(f"{kept}/a.json"))
        done = self.run_quern(QUERN, *command, "--format", "json", "--flamegraph", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        explained = json.loads(done.stdout)
        self.assertEqual(explained["delta"], more)
        self.assertEqual([(item["name"], item["delta"]) for item in explained["functions"]], [("step", more)])
        with open(picture, encoding="utf-8") as file:
            self.assertIn("step", file.read())
        with open(self.path(f"{kept}/b.json"), encoding="utf-8") as file:
            run = json.load(file)
        validate(run, "quern.run.1.schema.json")
        for case in run["cases"]:
            with self.subTest(case["id"]):
                counts = case["functions"]["counts"]
                self.assertEqual(sum(count["self"] for count in counts),
                                 case["instructions"] * case["functions"]["iterations"])
                self.check_profile(case)
        self.check_table(command, more)

    def check_profile(self, case):
        """Valgrind's own reader of the format, which KCachegrind shares, takes the kept profile and finds its total."""
        done = subprocess.run(["callgrind_annotate", case["profile"]], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        total = max(window["instructions"] for window in case["windows"])
        self.assertIn(f"{total:,}", done.stdout)

    def check_table(self, command, more):
        table = self.run_quern(QUERN, *command)
        self.assertIn(f"+{more:,}  step  [libworking.so", table.stdout)


def validate(document, name):
    try:
        import jsonschema
    except ImportError:
        two_roots.skip("python3-jsonschema is not installed")
    with open(os.path.join(SCHEMAS, name), encoding="utf-8") as file:
        jsonschema.validate(document, json.load(file))


if __name__ == "__main__":
    QUERN, (COMPILER, SCHEMAS) = two_roots.arguments()
    unittest.main()
