# SPDX-License-Identifier: Apache-2.0
"""Runs programs under the real Callgrind, and reads the little of its dumps that these tests need."""
import os
import re
import shutil
import sys
import tempfile
import unittest

OPTIONS = ["--tool=callgrind", "-q", "--skip-plt=no", "--vgdb=no"]


def skip_without_valgrind():
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not on the path")
        sys.exit(125)


def command(directory, *options):
    return ["valgrind", *OPTIONS, f"--callgrind-out-file={directory}/out.%p", *options]


def total(text):
    return int(re.search(r"^totals: (\d+)$", text, re.M).group(1))


def windows(directory):
    """(name, total) of every dump that a request has written, by process and then in the order of writing."""
    found = []
    for file in os.listdir(directory):
        part = re.fullmatch(r"out\.(\d+)\.(\d+)", file)
        if not part:
            continue
        with open(os.path.join(directory, file), encoding="utf-8") as stream:
            text = stream.read()
        name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
        if name:
            found.append((int(part[1]), int(part[2]), name[1], total(text)))
    return [(name, count) for _, _, name, count in sorted(found)]


class DirectoryTest(unittest.TestCase):
    """Gives each test a directory, which a failing one keeps and prints."""

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="quern-client-")
        self.errors_before = self._errors()

    def tearDown(self):
        if self._errors() > self.errors_before:
            print(f"\nkept: {self.directory}")
        else:
            shutil.rmtree(self.directory)

    def _errors(self):
        result = getattr(self._outcome, "result", None)
        return len(result.failures) + len(result.errors) if result else 0
