#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one golden case: run_golden.py QUERN CASE_FOLDER [--approve]

A case is a folder with
  command      the arguments of quern, one per line; @root@ is the repository
  environment  optional: NAME=value lines, the whole environment of the program
  prepare.py   optional: runs first, in the folder, to write inputs that nobody wants to read in a repository
  exit_code, stdout, stderr: what is expected, to the byte; a stream without a file is expected to be silent
and whatever input files it needs. It runs in a copy of the folder, which is kept if the case fails.
"""
import difflib
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPECTED = ("exit_code", "stdout", "stderr")
TIMEOUT_S = 60


def lines_of(path):
    return path.read_text().splitlines() if path.exists() else []


def run(quern, work):
    """Returns {name: bytes} for each name in EXPECTED."""
    if (work / "prepare.py").exists():
        subprocess.run([sys.executable, "prepare.py"], cwd=work, check=True)
    arguments = [line.replace("@root@", str(ROOT)) for line in lines_of(work / "command")]
    environment = dict(line.split("=", 1) for line in lines_of(work / "environment"))
    done = subprocess.run(["quern", *arguments], executable=quern, cwd=work, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=TIMEOUT_S, check=False)
    plain = {"exit_code": b"%d\n" % done.returncode, "stdout": done.stdout, "stderr": done.stderr}
    return {name: data.replace(str(ROOT).encode(), b"@root@") for name, data in plain.items()}


def expected(case, name):
    path = case / name
    return path.read_bytes() if path.exists() else b""


def show_difference(name, want, got):
    def as_lines(data):
        return data.decode("utf-8", "backslashreplace").splitlines(keepends=True)

    print("".join(line if line.endswith("\n") else line + "\n\\ no newline at the end\n" for line in
                  difflib.unified_diff(as_lines(want), as_lines(got), f"expected {name}", f"printed {name}")), end="")


def approve(case, printed):
    for name, data in printed.items():
        if data:
            (case / name).write_bytes(data)
        else:
            (case / name).unlink(missing_ok=True)


def main():
    quern, case = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    temporary = pathlib.Path(tempfile.mkdtemp(prefix=f"quern-golden-{case.name}-"))
    work = temporary / "case"
    shutil.copytree(case, work, ignore=shutil.ignore_patterns(*EXPECTED))
    printed = run(quern, work)
    different = [name for name in EXPECTED if printed[name] != expected(case, name)]
    if "--approve" in sys.argv[3:]:
        approve(case, printed)
        print(f"{case.name}: {'rewritten: ' + ', '.join(different) if different else 'as before'}")
        different = []
    for name in different:
        show_difference(name, expected(case, name), printed[name])
    if different:
        print(f"{case.name}: differs; run in {work}; if the new text is right, scripts/approve_golden.sh {case.name}")
        return 1
    shutil.rmtree(temporary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
