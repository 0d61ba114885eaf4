#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command lines that quern show --commands prints are the real ones: the first compiles what is printed above it."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from kept_directory import KeptDirectory, skip  # noqa: E402

SUITE = pathlib.Path(__file__).resolve().parent / "suite.yaml"
QUERN = ""


def show(case):
    """The parts of what is printed, by their headings."""
    command = [QUERN, "show", case, str(SUITE), "--commands"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    parts = {}
    for part in text.split("\n\n")[1:]:
        if not part.startswith("    "):
            heading, _, body = part.partition("\n")
            parts[heading] = ""
        else:
            body = "\n" + part  # an empty line of the code
        parts[heading] += re.sub("^    ", "", body, flags=re.MULTILINE) + "\n"
    return parts


class Commands(KeptDirectory):
    def test_the_compiler_makes_an_object_of_the_generated_source(self):
        parts = show("sum:eager:forward:cpp:t1")
        self.write("snippets.cpp", parts["generated source"])
        done = subprocess.run(["sh", "-c", parts["compiled by"]], cwd=self.directory, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))
        symbol = re.search(r"void (quern_case_\w+)", parts["generated source"]).group(1)
        self.assertIn(symbol.encode(), pathlib.Path(self.path("snippets.so")).read_bytes())

    def test_the_server_is_started_under_callgrind_with_pinned_variables(self):
        line = show("sum:eager:forward:cpp:t1")["measured by, in a private FOLDER"]
        self.assertRegex(line, r"^cd FOLDER && env -i .*PYTHONHASHSEED=0 .*valgrind -q --tool=callgrind ")
        self.assertIn(" --callgrind-out-file=FOLDER/out/%p ", line)
        self.assertTrue(line.rstrip().endswith(" ./server eager fork"), line)
        self.assertNotIn("/tmp/", line)

    def test_of_a_case_that_does_not_compile_the_reason_is_told(self):
        parts = show("broken:eager:forward:cpp:t1")
        self.assertIn("no_such_name", parts["not measured, because"])
        self.assertIn(" snippets.cpp ", parts["compiled by"])
        self.assertNotIn("measured by, in a private FOLDER", parts)


if __name__ == "__main__":
    QUERN = sys.argv.pop(1)
    os.environ["XDG_CACHE_HOME"] = sys.argv.pop(1)
    if shutil.which("valgrind") is None:
        skip("needs valgrind")
    unittest.main()
