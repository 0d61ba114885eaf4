# SPDX-License-Identifier: Apache-2.0
"""What the tests of docs/security.md share: quern in a folder of its own, and two runs to judge."""
import copy
import json
import os
import subprocess
import sys
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))
from kept_directory import KeptDirectory, skip  # noqa: F401: for the tests

CASE = {"id": "add:eager:forward:cpp:t1", "label": ["group", "add"], "runtime": "eager", "pass": "forward",
        "language": "cpp", "num_threads": 1, "tags": [], "definition": "s.yaml:1:1", "definition_hash": "ab",
        "status": "ok", "verdict": "exact", "spread": 0.0, "windows": [], "metrics": {}, "duration_s": 0.1,
        "failure": None, "instructions": 1000.0}
RUN = {"schema": "quern.run/1", "quern": "0.1.0", "started": "2026-11-01T01:00:00Z", "commit": "abcd" * 10,
       "duration_s": 1.5, "interrupted": False, "environment": {"name": "default", "torch_version": "1.13.1"},
       "stable": True, "cases": [CASE]}
SUITE = "stmts:\n  one: {py_stmt: x, tags: one}\n  two: {py_stmt: x, tags: two}\n"
FORMATS = ("table", "json", "csv", "md", "junit", "sarif", "github")


class Trying(KeptDirectory):
    program = None  # set by main()

    def setUp(self):
        super().setUp()
        self.variables = {"PATH": os.environ["PATH"], "HOME": self.directory, "GIT_CONFIG_GLOBAL": os.devnull,
                          "GIT_CONFIG_SYSTEM": os.devnull}

    def quern(self, *arguments, expect=None, directory=None, **more):
        done = subprocess.run([self.program, *arguments], env=self.variables, stdin=subprocess.DEVNULL,
                              stdout=more.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, text=True,
                              cwd=directory or self.directory, timeout=60, check=False, **more)
        if expect is not None:
            self.assertEqual(done.returncode, expect, f"{arguments}\n{done.stderr}{done.stdout}")
        return done

    def git(self, *arguments, directory=None):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments], env=self.variables,
                       cwd=directory or self.directory, check=True, stdout=subprocess.DEVNULL)

    def write_runs(self, head=1100.0):
        """base.json and head.json, of which the latter is 10 % slower."""
        other = copy.deepcopy(RUN)
        other["cases"][0]["instructions"] = head
        for name, document in (("base.json", RUN), ("head.json", other)):
            self.write(name, json.dumps(document))

    def listed(self, **more):
        """The cases of SUITE, in s.yaml, that the settings keep."""
        return self.quern("list", "s.yaml", expect=0, **more).stdout

    def show(self, output, expect=0, **more):
        """A run is written to a file."""
        return self.quern("runs", "show", "base.json", "--format", "csv", "-o", output, expect=expect, **more)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as stream:
            return stream.read()


def main():
    Trying.program = os.path.abspath(sys.argv.pop(1))
    unittest.main()
