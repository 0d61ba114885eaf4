#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of a Markdown file: run_examples.py --quern QUERN [--update | --self-test] FILE

A block ```yaml NAME is written to the file NAME (default: example.yaml). A block ```console holds one command,
`$ quern …`, and what it prints: standard output, then standard error. It runs in a folder with the files above it in
the same section (`## …`). A file that no command follows is listed, and must be without mistakes.
--update writes what the commands print into the document. --self-test breaks each example and expects to be told.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(yaml|console)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(quern, arguments, folder):
    done = subprocess.run([quern, *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=60)
    return done.returncode, done.stdout + done.stderr


def sections(document):
    """Begin and end of each `## …` section."""
    starts = [0] + [match.start() for match in re.finditer(r"^## ", document, re.MULTILINE)] + [len(document)]
    return zip(starts, starts[1:])


def check_listed(quern, name, folder):
    code, printed = run(quern, ["list", "-v", name], folder)
    return [] if code == 0 else [f"{name} has mistakes:\n{printed}"]


def check_command(quern, block, folder):
    """Complaints, and the block's content as it should be."""
    command, _, shown = block.partition("\n")
    words = shlex.split(command)
    if words[:2] != ["$", "quern"]:
        return [f"not a command: {command}"], block
    code, printed = run(quern, words[2:], folder)
    if code not in (0, 2):
        return [f"{command}: exit code {code}\n{printed}"], block
    if printed != shown:
        return [f"{command}\n--- shown\n{shown}--- printed\n{printed}"], f"{command}\n{printed}"
    return [], block


def check_section(quern, text):
    """Complaints about one section, and its text with the output put right."""
    complaints, fixed, done = [], "", 0
    unlisted = None
    with tempfile.TemporaryDirectory() as folder:
        for match in BLOCK.finditer(text):
            kind, name, content = match[1], match[2] or "example.yaml", match[3]
            if kind == "yaml":
                if unlisted:
                    complaints += check_listed(quern, unlisted, folder)
                pathlib.Path(folder, name).write_text(content, encoding="utf-8")
                unlisted = name
                continue
            unlisted = None
            found, content = check_command(quern, content, folder)
            complaints += found
            fixed += text[done:match.start(3)] + content
            done = match.end(3)
        if unlisted:
            complaints += check_listed(quern, unlisted, folder)
    return complaints, fixed + text[done:]


def check(quern, document):
    results = [check_section(quern, document[begin:end]) for begin, end in sections(document)]
    return [line for found, _ in results for line in found], "".join(text for _, text in results)


def self_test(quern, document):
    """Every example, broken in turn, must be noticed."""
    unnoticed = []
    for match in BLOCK.finditer(document):
        if match[1] == "yaml":
            broken = document[: match.start(3)] + "unheard_of: 1\n" + document[match.start(3):]
        else:
            broken = document[: match.end(3) - 1] + "x" + document[match.end(3) - 1:]
        if not check(quern, broken)[0]:
            unnoticed.append(f"nobody noticed this broken example:\n{match[0]}")
    return unnoticed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quern", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("file", type=pathlib.Path)
    options = parser.parse_args()
    options.quern = str(pathlib.Path(options.quern).resolve())
    document = options.file.read_text(encoding="utf-8")
    complaints, fixed = check(options.quern, document)
    if options.update:
        options.file.write_text(fixed, encoding="utf-8")
        return 0
    if options.self_test and not complaints:
        complaints = self_test(options.quern, document)
    print("\n".join(complaints))
    count = len(BLOCK.findall(document))
    print(f"{count} blocks, {len(complaints)} complaints")
    return 1 if complaints or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
