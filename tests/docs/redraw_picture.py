#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README's picture is what its command draws of the document beside it: redraw_picture.py QUERN REPOSITORY"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COMMAND = re.compile(r"^build/quern (backtest --from docs/data/(?:.*\\\n)*.*)$", re.MULTILINE)


def main():
    quern, repository = sys.argv[1], pathlib.Path(sys.argv[2])
    found = COMMAND.search((repository / "README.md").read_text(encoding="utf-8"))
    if not found:
        sys.exit("README.md has no command that draws a document of docs/data")
    words = shlex.split(found.group(1))
    place = words.index("--plot") + 1
    shown = repository / words[place]
    with tempfile.TemporaryDirectory() as folder:
        words[place] = str(pathlib.Path(folder) / shown.name)
        subprocess.run([quern, *words], cwd=repository, check=True, stdout=subprocess.DEVNULL, timeout=60)
        if pathlib.Path(words[place]).read_bytes() != shown.read_bytes():
            sys.exit(f"{shown} is not what README.md's command draws: build/quern {found.group(1)}")


main()
