# SPDX-License-Identifier: Apache-2.0
"""What the end-to-end tests share: a directory for each test, and a way to say that a test cannot run."""
import os
import shutil
import tempfile
import unittest


def skip(reason):
    """Ends the whole test program; unittest would catch SystemExit."""
    print(f"skipped: {reason}", flush=True)
    os._exit(125)


class KeptDirectory(unittest.TestCase):
    """Gives each test a directory, which a failing one keeps and prints."""

    maxDiff = None

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="quern-test-")
        self.errors_before = self._errors()

    def tearDown(self):
        if self._errors() > self.errors_before:
            print(f"\nkept: {self.directory}")
        else:
            shutil.rmtree(self.directory)

    def _errors(self):
        result = getattr(self._outcome, "result", None)
        return len(result.failures) + len(result.errors) if result else 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, text):
        """The path of a new file; its folders are made."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as stream:
            stream.write(text)
        return self.path(name)
