# SPDX-License-Identifier: Apache-2.0
"""Eight builds of a library, in which a function becomes longer twice: QUERN CACHE COMPILER SCHEMAS"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "ab"))
import two_roots

NOPS = [5, 5, 5, 25, 25, 25, 25, 18]
CALL = "call:eager:forward:cpp:t1"


def builds_at(numbers):
    """The options that name these builds, by their places in NOPS."""
    return [word for number in numbers for word in ("--env", f"v{number}")]


class Injected(two_roots.TwoRoots):
    """One store: what a step measures, the following ones find there."""

    def test_all(self):
        self.make_environments()
        suite = self.write("suite.yaml", two_roots.SUITE)
        self.check_that_an_interrupt_loses_nothing(suite)
        self.check_that_builds_are_measured_once(suite)
        self.check_that_bisect_finds_both_steps_and_says_who_made_them(suite)
        self.check_that_a_rebuilt_build_is_measured_again(suite)

    def make_environments(self):
        lines = ["environments:"]
        for number, nops in enumerate(NOPS):
            lines.append(f"  v{number}: {self.make_library(f'b{number}', COMPILER, nops)}")
        self.write("quern.yaml", "\n".join(lines) + "\n")

    def quern(self, *command, code=0):
        done = self.run_quern(QUERN, *command)
        if two_roots.measuring.MISSING.search(done.stderr):
            two_roots.skip(done.stderr.strip())
        self.assertEqual(done.returncode, code, done.stderr[-2000:] + done.stdout[-2000:])
        return done

    def backtest(self, *command, code=0):
        document = json.loads(self.quern("backtest", "-q", "--format", "json", *command, code=code).stdout)
        validate(document, "quern.backtest.1.schema.json")
        return document

    def check_that_builds_are_measured_once(self, suite):
        builds = builds_at([2, 3])
        broken = ("--env", "echo nothing there >&2; false")
        found = self.backtest(*builds, *broken, suite, code=1)
        call, add = found["cases"]
        self.assertEqual([build["status"] for build in found["builds"]], ["ok", "ok", "failed"], found["builds"])
        self.assertIn("nothing there", found["builds"][2]["failure"]["message"])
        self.assertEqual([(step["after"], step["delta"]) for step in call["steps"]], [(0, 20)])
        self.assertEqual([function["name"] for function in call["steps"][0]["functions"]], ["step"])
        self.assertEqual(add["steps"], [])
        begin = time.monotonic()
        again = self.quern("backtest", *builds, *broken, suite, "--format", "json", code=1)
        self.assertEqual(json.loads(again.stdout), found)
        self.assertIn("v3 (2 of 3): all cases are in the store", again.stderr)
        self.assertLess(time.monotonic() - begin, 30)

    def check_that_a_rebuilt_build_is_measured_again(self, suite):
        """The same name and the same size, other content."""
        builds = builds_at([2, 3])
        os.rename(self.path("b3"), self.path("was"))
        self.make_library("b3", COMPILER, NOPS[3] + 1)
        rebuilt = self.quern("backtest", *builds, suite, "--format", "json", "--plot", self.path("plot.svg"))
        self.assertIn("v2 (1 of 2): all cases are in the store", rebuilt.stderr)
        self.assertIn("v3 (2 of 2): 2 cases measured", rebuilt.stderr)
        self.assertEqual(json.loads(rebuilt.stdout)["cases"][0]["steps"][0]["delta"], 21)

    def check_that_bisect_finds_both_steps_and_says_who_made_them(self, suite):
        builds = builds_at(range(len(NOPS)))
        found = json.loads(self.quern("bisect", CALL, suite, "-q", *builds, "--format", "json").stdout)
        validate(found, "quern.bisect.1.schema.json")
        self.assertEqual([(step["before"], step["after"], step["delta"]) for step in found["steps"]],
                         [("v2", "v3", 20), ("v6", "v7", -7)])
        self.assertEqual([step["functions"][0]["name"] for step in found["steps"]], ["step", "step"])
        self.assertLessEqual(len(found["measured"]), 2 + 2 * 3)
        # All of it is in the store now, for another report.
        report = self.quern("bisect", CALL, suite, "-q", *builds, "--format", "md", "--step", "50%").stdout
        self.assertIn("### `call:eager:forward:cpp:t1`: 1 step in 8 builds", report)

    def check_that_an_interrupt_loses_nothing(self, suite):
        builds = builds_at([0, 7])
        command = [QUERN.program, "backtest", *builds, suite]
        with subprocess.Popen(command, env=QUERN.variables, cwd=self.directory, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as running:
            said = ""
            while "v0 (1 of 2)" not in said:
                line = running.stderr.readline()
                if not line:
                    break
                said += line
            if two_roots.measuring.MISSING.search(said):
                two_roots.skip(said)
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=60)
            self.assertEqual(running.returncode, 130, said)
        resumed = self.quern("backtest", *builds, suite, "--format", "json")
        self.assertIn("v0 (1 of 2): all cases are in the store", resumed.stderr)
        fresh = self.backtest(*builds, suite, "--fresh", "--store", self.path("other.sqlite"))
        self.assertEqual(json.loads(resumed.stdout), fresh)


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
