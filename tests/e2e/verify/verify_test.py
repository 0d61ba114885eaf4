# SPDX-License-Identifier: Apache-2.0
"""Counts that are made without Valgrind, and that they can disagree: QUERN STEPPER CACHE"""
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "run_document")]
from documents import Checker
from kept_directory import KeptDirectory, skip

SUITE = str(HERE / "suite.yaml")
STATEMENTS = ("empty", "nops", "view", "pointwise", "relu", "matmul", "backward", "large_copy", "repeated", "clock")
MISSING = re.compile(r"valgrind not found|no LibTorch found|no C\+\+ compiler found|objdump not found")


def verify(*arguments, variables=None):
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_CACHE_HOME": CACHE, **(variables or {})}
    done = subprocess.run([QUERN, "verify", "--suite", SUITE, "-q", "--format", "json", *arguments], env=environment,
                          capture_output=True, text=True)
    if MISSING.search(done.stderr):
        skip(done.stderr.strip())
    return done


def by_name(document):
    return {case["id"].split(":")[0]: case for case in document["cases"]}


class Verify(KeptDirectory):
    def test_both_ways_to_count_agree_to_the_instruction(self):
        done = verify()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        document = json.loads(done.stdout)
        cases = by_name(document)
        self.assertEqual({name: cases[name]["verdict"] for name in STATEMENTS}, dict.fromkeys(STATEMENTS, "equal"))
        self.assertEqual([cases[name]["steps"] for name in ("empty", "nops")], [0, 7])
        self.assertGreater(cases["backward"]["steps"], 10_000)
        self.assertGreater(cases["repeated"]["steps"], 1_000)
        self.assertEqual(cases["several/threads"]["verdict"], "skipped")
        self.assertEqual(document["summary"], {"equal": len(STATEMENTS), "differs": 0, "jitter": 0, "failed": 0,
                                               "skipped": 1})
        checker = Checker("quern.verify.1.schema.json")
        self.assertTrue(checker.check(document, "verification"))
        self.assertTrue(checker.notices(document))

    def test_a_difference_is_noticed_and_named(self):
        """Valgrind is started without the pin that keeps `rep movsb` out of copies: its side executes others."""
        real = subprocess.run(["sh", "-c", "command -v valgrind"], capture_output=True, text=True).stdout.strip()
        fake = pathlib.Path(self.write("valgrind", f'#!/bin/sh\nunset GLIBC_TUNABLES\nexec {real} "$@"\n'))
        fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        done = verify("-f", "^(nops|large_copy):", variables={"PATH": f"{self.directory}:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        cases = by_name(json.loads(done.stdout))
        self.assertEqual(cases["nops"]["verdict"], "equal")
        copy = cases["large_copy"]
        self.assertEqual(copy["verdict"], "differs")
        self.assertLess(copy["delta"], -50_000)
        self.assertEqual(sum(function["delta"] for function in copy["functions"]), copy["delta"])
        self.assertIn("libc.so.6", copy["functions"][0]["library"])


if __name__ == "__main__":
    QUERN, STEPPER, CACHE = sys.argv[1:4]
    possible = subprocess.run([STEPPER, "--check"], capture_output=True, text=True)
    if possible.returncode != 0:
        skip(possible.stderr.strip())
    del sys.argv[1:4]
    unittest.main()
