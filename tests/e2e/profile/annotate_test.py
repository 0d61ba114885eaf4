# SPDX-License-Identifier: Apache-2.0
"""Our reading of real profiles against what callgrind_annotate prints for the same files."""
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PRINT_PROFILE = "", ""
SIMULATIONS = ["--cache-sim=yes", "--branch-sim=yes"]
# No percentages, no sources, and everything down to the last function.
ANNOTATE = ["callgrind_annotate", "--threshold=100", "--auto=no", "--show-percs=no"]
# callgrind_annotate takes the cost of the calls that a function receives. A thread begins in clone without one; and the
# cache simulation counts the last basic block of the program, in _Exit, for callers but not for the function itself.
EDGES = re.compile(r":(clone3?|_Exit)$")


def numbers(text):
    return [0 if word == "." else int(word.replace(",", "")) for word in text.split()]


def add(costs, more):
    return [a + b for a, b in zip(costs, more)] if costs else more


def annotate(file, *options):
    """file:function to costs. Works in /, as callgrind_annotate shortens some paths below the directory it is in."""
    text = subprocess.run([*ANNOTATE, *options, file], cwd="/", check=True, capture_output=True, text=True).stdout
    found = {}
    for line in text.split("file:function", 1)[1].splitlines()[2:]:
        match = re.match(r"\s*((?:(?:[\d,]+|\.)\s+)+)(.*?)(?: \[(?:/[^\[\]]*|\?\?\?)\])?$", line)  # not [PLT]
        if match:
            found[match[2]] = numbers(match[1])
    return found


class Ours:
    def __init__(self, threads, *files):
        command = [PRINT_PROFILE, threads, *files]
        self.self_costs, self.inclusive = {}, {}
        self.recursive, self.calls = set(), collections.Counter()
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            getattr(self, "read_" + line.split("\t")[0])(*line.split("\t")[1:])

    def read_totals(self, costs):
        self.totals = numbers(costs)

    def read_fast_totals(self, costs):
        self.fast_totals = numbers(costs)

    def read_parts(self, count):
        self.parts = int(count)

    def read_self(self, name, costs):
        self.self_costs[name] = add(self.self_costs.get(name), numbers(costs))

    def read_function(self, name, costs, kind, calls):
        self.inclusive[name] = add(self.inclusive.get(name), numbers(costs))
        self.calls[name] += int(calls)
        if kind == "recursive":
            self.recursive.add(name)


class AnnotateTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="quern-profile-")
        self.addCleanup(self.clean_up)
        self.good = False

    def clean_up(self):
        if self.good:
            shutil.rmtree(self.directory)
        else:
            print(f"\nkept: {self.directory}")

    def profile(self, *options, arguments=()):
        """The files that Callgrind writes; without --separate-threads that is one."""
        command = ["valgrind", "--tool=callgrind", "-q", "--skip-plt=no", "--vgdb=no",
                   f"--callgrind-out-file={self.directory}/out", *options, PROGRAM, *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return sorted(file for file in glob.glob(f"{self.directory}/out*") if os.path.getsize(file))

    def compare(self, file, threads):
        ours = Ours(threads, file)
        self.compare_self(ours, annotate(file))
        self.compare_inclusive(ours, annotate(file, "--inclusive=yes"))
        self.good = True
        return ours

    def compare_self(self, ours, theirs):
        zero = [0] * len(ours.totals)
        self.assertGreater(len(theirs), 100)
        for name in set(theirs) | set(ours.self_costs):
            self.assertEqual(ours.self_costs.get(name, zero), theirs.get(name, zero), name)
        self.assertEqual(ours.fast_totals, ours.totals)
        self.assertEqual([sum(column) for column in zip(*theirs.values())], ours.totals)

    def compare_inclusive(self, ours, theirs):
        compared = 0
        for name, costs in ours.inclusive.items():
            self.assertLessEqual(costs[0], ours.totals[0], name)
            if name in ours.recursive:
                self.assertTrue(all(a <= b for a, b in zip(costs, theirs[name])), name)
            elif ours.calls[name] and not EDGES.search(name):
                self.assertEqual(costs, [min(pair) for pair in zip(theirs[name], ours.totals)], name)
                compared += 1
        self.assertGreater(compared, 100)

    def test_one_thread(self):
        ours = self.compare(*self.profile(), "one")
        self.assertTrue(any("fibonacci" in name for name in ours.recursive))

    def test_threads_together(self):
        self.compare(*self.profile(arguments=["threads"]), "several")

    def test_threads_apart(self):
        files = self.profile("--separate-threads=yes", arguments=["threads"])
        self.assertGreater(len(files), 1)
        whole = Ours("one", *files)
        self.assertEqual(whole.parts, len(files))
        self.assertEqual(whole.totals, [sum(Ours("one", file).totals[0] for file in files)])
        self.compare(files[0], "one")

    def test_instructions(self):
        self.compare(*self.profile("--dump-instr=yes"), "one")

    def test_jumps(self):
        self.compare(*self.profile("--collect-jumps=yes"), "one")
        self.compare(*self.profile("--collect-jumps=yes", "--dump-instr=yes", arguments=["threads"]), "several")

    def test_simulations(self):
        ours = self.compare(*self.profile(*SIMULATIONS), "one")
        self.assertEqual(len(ours.totals), 13)

    def test_uncompressed(self):
        self.compare(*self.profile("--compress-strings=no", "--compress-pos=no"), "one")
        self.compare(*self.profile("--compress-strings=no", "--compress-pos=no", "--dump-instr=yes"), "one")

    def test_recursion_levels(self):
        self.compare(*self.profile("--separate-recs=1"), "one")
        self.compare(*self.profile("--separate-recs=4"), "one")

    # callgrind_annotate takes the cost of a call that began in an earlier part for a self cost, so no comparison here.
    def test_parts(self):
        whole = Ours("one", *self.profile())
        parts = Ours("one", *self.profile("--combine-dumps=yes", "--dump-before=library_entry(int)"))
        self.assertEqual(parts.parts, 3)
        self.assertEqual(parts.totals, whole.totals)
        self.assertEqual(parts.self_costs, whole.self_costs)
        os.remove(f"{self.directory}/out")
        files = self.profile("--dump-before=library_entry(int)")
        self.assertEqual(len(files), 3)
        self.assertEqual(Ours("one", *files).self_costs, whole.self_costs)
        self.good = True


if __name__ == "__main__":
    for tool in ("valgrind", "callgrind_annotate"):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not on the path")
            sys.exit(125)
    PROGRAM, PRINT_PROFILE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
