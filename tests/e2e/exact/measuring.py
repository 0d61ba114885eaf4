# SPDX-License-Identifier: Apache-2.0
"""Runs quern as a user would, and reads the counts from the run document."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

JITTER = "jitter"
MISSING = re.compile(r"valgrind not found|no LibTorch found|no C\+\+ compiler found|the compiler '.*' cannot be run")


def skip(reason):
    """Ends the whole test program; unittest would catch SystemExit."""
    print(f"skipped: {reason}", flush=True)
    os._exit(125)


class Quern:
    """The program and everything of the environment that it is started in."""

    def __init__(self, program, cache, variables=None, directory=None):
        self.program = os.path.abspath(program)
        self.directory = directory
        self.variables = {
            "PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_CACHE_HOME": cache, **(variables or {})}

    def elsewhere(self, variables=None, directory=None):
        """The same program in another environment."""
        return Quern(self.program, self.variables["XDG_CACHE_HOME"], variables, directory)

    def measure(self, *arguments):
        """id → case, as the run document has it, of the cases that were measured."""
        command = [self.program, *arguments, "-q", "--format", "json"]
        done = subprocess.run(command, env=self.variables, cwd=self.directory, capture_output=True, text=True)
        if MISSING.search(done.stderr):
            skip(done.stderr.strip())
        if done.returncode != 0:
            raise AssertionError(f"exit code {done.returncode} of {command}\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
        return {case["id"]: case for case in json.loads(done.stdout)["cases"] if case["status"] == "ok"}


def counts(cases):
    """id → instructions per iteration."""
    return {id_: case["instructions"] for id_, case in cases.items()}


def exactly(ids):
    """A filter for these ids and no others."""
    return "^(" + "|".join(re.escape(id_) for id_ in ids) + ")$"


def in_parallel(jobs):
    """The results of functions, two at a time: most of a measurement is one server that loads LibTorch."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [future.result() for future in [pool.submit(job) for job in jobs]]


class FolderTest(unittest.TestCase):
    """Gives each test a folder, which a failing one keeps and prints."""

    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="quern-exact-")
        self.errors_before = self._errors()

    def tearDown(self):
        if self._errors() > self.errors_before:
            print(f"\nkept: {self.folder}")
        else:
            shutil.rmtree(self.folder)

    def _errors(self):
        result = getattr(self._outcome, "result", None)
        return len(result.failures) + len(result.errors) if result else 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)


def arguments():
    """`TEST.py QUERN CACHE …`: the program, and what comes after; unittest gets none of it."""
    program, cache, *rest = sys.argv[1:]
    del sys.argv[1:]
    return Quern(program, cache), rest
