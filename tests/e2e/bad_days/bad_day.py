# SPDX-License-Identifier: Apache-2.0
"""Runs the real quern, and sees to it that a run leaves no process and no folder behind, whatever happened in it.

usage of each test: NAME_test.py QUERN CACHE [unittest options]. CACHE is shared by the tests of quern run.
"""
import collections
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from kept_directory import KeptDirectory, skip

QUERN, CACHE = "", ""
Process = collections.namedtuple("Process", "pid parent session state folder")
Result = collections.namedtuple("Result", "code out err cases document")
Ended = collections.namedtuple("Ended", "code seconds")  # seconds: from the signal on
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # that quern listens to
for number in SIGNALS:  # but not to those that who starts it ignores, as nohup does
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
CLEAN = "bad_days_clean.json"  # in CACHE: counts of a run in which nothing went wrong
# Of a sitecustomize.py: Python without anything that is installed, and so without torch.
NO_PACKAGES = 'import sys\nsys.path = [entry for entry in sys.path if "packages" not in entry.split("/")[-1]]\n'


def needs_tools():
    if shutil.which("valgrind") is None:
        skip("valgrind is not on the path")
    if shutil.which("clang++") is None and shutil.which("g++") is None:
        skip("no C++ compiler is on the path")
    if not os.path.exists("/usr/include/torch/csrc/api/include/torch/torch.h") and "QUERN_TORCH_ROOT" not in os.environ:
        skip("LibTorch's headers are not installed")


def python_package():
    """The folder of the torch that Debian's Python has."""
    found = importlib.util.find_spec("torch")
    if found is None:
        skip("python3 has no torch")
    return os.path.dirname(found.origin)


def same_headers():
    """Variables that lead to the headers that are used with Python's torch, for runs that do not see it: others would
    have to be compiled."""
    return {"CMAKE_PREFIX_PATH": python_package()}


def main():
    global QUERN, CACHE
    QUERN, CACHE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    needs_tools()
    os.makedirs(CACHE, exist_ok=True)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])


def processes():
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stream:
                words = stream.read().rpartition(") ")[2].split()
            folder = os.readlink(f"/proc/{pid}/cwd") if words[0] != "Z" else ""
        except OSError:
            continue  # it ended while we looked
        found.append(Process(int(pid), int(words[1]), int(words[3]), words[0], folder))
    return found


class Running:
    """A quern in a session of its own: by it its processes are known, and by their folders those that left it."""

    def __init__(self, arguments, directory, variables):
        environment = {**os.environ, "XDG_CACHE_HOME": CACHE, "TMPDIR": os.path.join(directory, "tmp"), **variables}
        os.makedirs(environment["TMPDIR"], exist_ok=True)
        self.temporary = environment["TMPDIR"]
        self.folders, self.first_seen = set(), {}
        self.out, self.err = os.path.join(directory, "out"), os.path.join(directory, "err")
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.process = subprocess.Popen([QUERN, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                            env=environment, start_new_session=True, cwd=directory)

    def look(self):
        """The processes of this quern."""
        found = [p for p in processes() if p.session == self.process.pid or p.folder.rstrip("/") in self.folders]
        for process in found:
            self.first_seen.setdefault(process.pid, time.monotonic())
            if re.fullmatch(r"/tmp/quern-\w{6}", process.folder):
                self.folders.add(process.folder)
        return found

    def server(self):
        """The server, or None."""
        ours = [p for p in self.look() if p.parent == self.process.pid and p.folder in self.folders and p.state != "Z"]
        return ours[0] if ours else None

    def case(self, seconds):
        """The process of a case that has run for so long, or None."""
        server = self.server()
        cases = [p for p in self.look() if server and p.parent == server.pid and p.state != "Z"]
        return next((p for p in cases if time.monotonic() - self.first_seen[p.pid] >= seconds), None)

    def wait_for(self, condition):
        while True:
            if self.process.poll() is not None:
                raise AssertionError(f"quern ended too early: {self.text(self.err)}")
            if found := condition():
                return found
            time.sleep(0.05)

    def finish(self, timeout=200):
        end = time.monotonic() + timeout
        while self.process.poll() is None:
            self.look()
            if time.monotonic() > end:
                os.killpg(self.process.pid, signal.SIGABRT)
                raise AssertionError(f"quern does not end: {self.text(self.err)}")
            time.sleep(0.2)
        out = self.text(self.out)
        document = json.loads(out) if out.startswith("{") else None
        cases = {case["id"].partition(":")[0]: case for case in document["cases"]} if document else {}
        return Result(self.process.returncode, out, self.text(self.err), cases, document)

    def end(self, number):
        """Sends it a signal, and waits; one that does not end soon is killed."""
        self.process.send_signal(number)
        begin = time.monotonic()
        try:
            code = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            code = "still there"
        seconds = time.monotonic() - begin
        self.process.kill()
        return Ended(code, seconds)

    @staticmethod
    def text(path):
        with open(path, encoding="utf-8") as stream:
            return stream.read()

    def survivors(self):
        for _ in range(40):  # the dead need a moment to go
            alive = [p for p in self.look() if p.state != "Z" and p.pid != self.process.pid]
            if not alive:
                break
            time.sleep(0.1)
        return alive

    def left_behind(self):
        """Processes and folders that should not be there any more."""
        left = self.survivors()
        return left + [folder for folder in self.folders if os.path.exists(folder)] + os.listdir(self.temporary)


class BadDay(KeptDirectory):
    def start(self, *arguments, **variables):
        return Running(arguments, self.directory, variables)

    def quern(self, *arguments, **variables):
        running = self.start(*arguments, **variables)
        result = running.finish()
        self.check_nothing_left(running)
        return result

    def run_suite(self, *arguments, **variables):
        return self.quern("run", *arguments, "--format", "json", "-j1", **variables)

    def check_nothing_left(self, running):
        self.assertEqual(running.left_behind(), [])

    def check_good(self, cases, *names):
        """These cases have the counts of a clean run: of its case with the same last label."""
        with open(os.path.join(CACHE, CLEAN), encoding="utf-8") as stream:
            clean = json.load(stream)
        for name in names:
            self.check_exact(cases[name])
            self.assertEqual(cases[name]["instructions"], clean[name.rpartition("/")[2]], name)

    def check_exact(self, case):
        self.assertEqual((case["status"], case.get("verdict"), case["failure"]), ("ok", "exact", None), case["id"])

    def check_failed(self, case, kind, message, where=None):
        failure = case["failure"]
        self.assertEqual(case["status"], "failed")
        self.assertEqual(failure["kind"], kind, failure)
        self.assertRegex(failure["message"], message)
        self.assertNotIn("instructions", case)
        self.assertRegex(failure["where"], where or r"\.yaml:\d+:\d+$")

    def check_skipped(self, case, kind, reason):
        self.assertEqual((case["status"], case["failure"]["kind"]), ("skipped", kind), case["id"])
        self.assertRegex(case["failure"]["message"], reason)
        self.assertRegex(case["failure"]["where"], r"\.yaml:\d+:\d+$")

    def check_one_line(self, result, code, message, hint):
        """The run could not begin: nothing on stdout, one line that says why and one that says what to do."""
        self.assertEqual((result.code, result.out), (code, ""), result.err)
        lines = [line for line in result.err.splitlines() if line.startswith(("quern: ", "  "))]
        self.assertEqual(len(lines), 2, result.err)
        self.assertRegex(lines[0], message)
        self.assertRegex(lines[1], hint)
