# SPDX-License-Identifier: Apache-2.0
"""Runs quern as a user would, and reads the counts from the run document."""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from kept_directory import KeptDirectory, skip

JITTER = "jitter"
MISSING = re.compile(r"valgrind not found|no LibTorch found|no C\+\+ compiler found|the compiler '.*' cannot be run")


class Quern:
    """The program and everything of the environment that it is started in."""

    def __init__(self, program, cache, variables=None, directory=None, prefix=()):
        self.program = os.path.abspath(program)
        self.prefix = prefix  # a command that starts it
        self.directory = directory
        self.variables = {
            "PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_CACHE_HOME": cache, **(variables or {})}

    def elsewhere(self, variables=None, directory=None, prefix=()):
        """The same program in another environment."""
        return Quern(self.program, self.variables["XDG_CACHE_HOME"], variables, directory, prefix)

    def measure(self, *arguments):
        """id → case, as the run document has it, of the cases that were measured."""
        command = [*self.prefix, self.program, *arguments, "-q", "--format", "json"]
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


def arguments():
    """`TEST.py QUERN CACHE …`: the program, and what comes after; unittest gets none of it."""
    program, cache, *rest = sys.argv[1:]
    del sys.argv[1:]
    return Quern(program, cache), rest
