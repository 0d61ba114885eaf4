# SPDX-License-Identifier: Apache-2.0
"""Runs programs under the real Callgrind, and reads the little of its dumps that these tests need."""
import os
import re
import shutil
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from kept_directory import KeptDirectory, skip

OPTIONS = ["--tool=callgrind", "-q", "--skip-plt=no", "--vgdb=no"]


def skip_without_valgrind():
    if shutil.which("valgrind") is None:
        skip("valgrind is not on the path")


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
