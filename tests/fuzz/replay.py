#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives every file of a folder to a command: replay.py [--seconds S] FOLDER COMMAND...

Fails unless each run ends by itself within S seconds with exit code 0 or 2, and 2 says why.
"""
import argparse
import pathlib
import subprocess
import sys


def verdict(command, path, seconds):
    """Why this input is a failure; empty if it is none."""
    try:
        done = subprocess.run([*command, str(path)], capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"still running after {seconds} s"
    if done.returncode not in (0, 2):
        return f"exit code {done.returncode}: {done.stderr[-2000:].decode(errors='replace')}"
    return "exit code 2 without a message" if done.returncode == 2 and not done.stderr.strip() else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    inputs = sorted(path for path in options.folder.iterdir() if path.is_file())
    failures = 0
    for path in inputs:
        why = verdict(options.command, path, options.seconds)
        if why:
            failures += 1
            print(f"{path}: {why}")
    print(f"{len(inputs)} inputs, {failures} failures")
    return 1 if failures or not inputs else 0


if __name__ == "__main__":
    sys.exit(main())
