# SPDX-License-Identifier: Apache-2.0
"""requests_test.py <programs> <libquern_client.so> <test>: each client request does what its header says."""
import ctypes
import subprocess
import sys
import unittest

import callgrind

PROGRAMS, LIBRARY = sys.argv[1:3]
# What a window may cost besides its contents: the return from one request and the call of the next.
OVERHEAD = 100


class Requests(callgrind.KeptDirectory):
    def run_program(self, name, *options):
        done = subprocess.run([*callgrind.command(self.directory, *options), f"{PROGRAMS}/{name}"], check=False)
        return done.returncode

    def windows_of(self, name, *options):
        self.assertEqual(self.run_program(name, *options), 0)
        return callgrind.windows(self.directory)

    def only_1000(self, name, *options):
        (dumped, count), = self.windows_of(name, *options)
        self.assertEqual(dumped, name)
        self.assertGreaterEqual(count, 1000)
        self.assertLess(count, 1000 + OVERHEAD)

    def test_start_stop(self):
        self.only_1000("start_stop", "--instr-atstart=no")

    def test_toggle(self):
        self.only_1000("toggle", "--collect-atstart=no")

    def test_zero(self):
        self.only_1000("zero")

    def test_dump(self):
        (first, large), (second, small) = self.windows_of("dump")
        self.assertEqual([first, second], ["first window", "second/2"])
        self.assertTrue(20000 <= large < 20000 + OVERHEAD, large)
        self.assertTrue(1000 <= small < 1000 + OVERHEAD, small)

    def test_running(self):
        self.assertEqual(self.run_program("running"), 42)
        self.assertEqual(subprocess.run([f"{PROGRAMS}/running"], check=False).returncode, 7)

    def test_outside(self):
        client = ctypes.PyDLL(LIBRARY)
        self.assertEqual(client.quern_running_on_valgrind(), 0)
        for request in ("start_instrumentation", "stop_instrumentation", "toggle_collect", "zero_stats"):
            getattr(client, f"quern_{request}")()
        client.quern_dump_stats(b"nowhere")
        for name in ("start_stop", "toggle", "zero", "dump", "windows"):
            done = subprocess.run([f"{PROGRAMS}/{name}"], cwd=self.directory, check=False)
            self.assertEqual(done.returncode, 0, name)
        self.assertEqual(callgrind.windows(self.directory), [])

    def test_windows(self):
        found = self.windows_of("windows", "--instr-atstart=no")
        count = dict(found)
        self.assertEqual(set(found), set(count.items()), "a window and its repeat differ")
        empty = count["straight 0"]
        print(f"an empty window counts {empty}")
        for nops in (1, 7, 1000):
            self.assertEqual(count[f"straight {nops}"] - empty, nops)
        turns = {nops: count[f"loop {nops} 110"] - count[f"loop {nops} 10"] for nops in (0, 1, 7, 1000)}
        for nops in (1, 7, 1000):
            self.assertEqual(turns[nops] - turns[0], 100 * nops)


if __name__ == "__main__":
    if sys.argv[3] != "outside":
        callgrind.skip_without_valgrind()
    unittest.main(argv=[sys.argv[0], f"Requests.test_{sys.argv[3]}"])
