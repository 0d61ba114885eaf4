# SPDX-License-Identifier: Apache-2.0
"""What programs cost, quern and PyTorch's Timer among them."""
import dataclasses
import json
import os
import pathlib
import resource
import shlex
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = "/usr/bin/python3"  # Debian's, which sees Debian's torch


@dataclasses.dataclass
class Cost:
    wall: float
    cpu: float
    document: dict = dataclasses.field(default_factory=dict)


def run(command, variables):
    """Wall and CPU seconds of a program and everything it started and waited for, and the JSON that it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    done = subprocess.run(command, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True)
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"exit code {done.returncode} of {command}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, cpu, json.loads(done.stdout))


def timer_costs(python, work):
    """One case through PyTorch's Timer: {"first", "again", "instructions"}, or None if it fails, which it does for some."""
    with tempfile.TemporaryDirectory() as folder:
        # The Timer starts what PATH calls `python`, whatever interpreter it is itself run by.
        program = pathlib.Path(folder) / "python"
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(python)} "$@"\n')
        program.chmod(0o755)
        done = subprocess.run([python, str(HERE / "torch_timer.py"), json.dumps(work)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
    if done.returncode == 0:
        return json.loads(done.stdout)
    print("  " + (done.stderr.strip().splitlines() or ["no message"])[-1], flush=True)
    return None


def missing_for_timer(python=PYTHON):
    """What PyTorch's Timer needs and this machine lacks."""
    modules = [m for m in ("torch", "numpy")
               if subprocess.run([python, "-c", f"import {m}"], stderr=subprocess.DEVNULL).returncode != 0]
    programs = [p for p in ("ninja", "c++", "valgrind", "callgrind_annotate")
                if subprocess.run(["which", p], stdout=subprocess.DEVNULL).returncode != 0]
    headers = [] if python != PYTHON or compiles("#include <pybind11/pybind11.h>") else ["pybind11-dev"]
    return [f"python3-{m}" for m in modules] + programs + headers


def compiles(text):
    """With Python's headers, as the Timer compiles; what CPLUS_INCLUDE_PATH names is found too."""
    include = subprocess.run([PYTHON, "-c", "import sysconfig; print(sysconfig.get_paths()['include'])"],
                             stdout=subprocess.PIPE, text=True).stdout.strip()
    done = subprocess.run(["c++", "-x", "c++", "-fsyntax-only", f"-I{include}", "-"], input=text, text=True,
                          stderr=subprocess.DEVNULL)
    return done.returncode == 0
