#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`quern backtest --releases` fetches one release after another, and removes what it fetched: none of them can be measured."""
import json
import subprocess
import unittest

import fetching
from fetching import Fetching

SUITE = "stmts: {add: {cpp_stmt: x + x;, setup: {cpp: 'auto x = torch::ones({4});'}}}\n"


class Backtest(Fetching):
    def setUp(self):
        super().setUp()
        self.add("2.5.0")
        self.write("suite.yaml", SUITE)

    def backtest(self, *words):
        command = [fetching.QUERN, "backtest", "--format", "json", "suite.yaml", "--cxx", "no-such-compiler", *words]
        done = subprocess.run(command, text=True, capture_output=True, cwd=self.directory, env=self.variables(), timeout=120)
        self.assertIn("2.5.0 (1 of 2)", done.stderr)
        self.assertIn("2.6.0 (2 of 2)", done.stderr)
        self.assertEqual(done.returncode, 4)
        return json.loads(done.stdout)

    def test_releases_come_in_order_and_are_removed_but_those_that_were_there(self):
        self.fetch("--cpp", "2.6.0")
        document = self.backtest("--releases", "2.5..2.6")
        self.assertEqual([build["name"] for build in document["builds"]], ["2.5.0", "2.6.0"])
        for build in document["builds"]:  # without a compiler nothing can be measured, which costs no time
            self.assertIn("no-such-compiler", build["failure"]["message"])
        self.assertEqual(self.names(), ["torch-2.6.0-cpp"])

    def test_keep_keeps_them(self):
        self.backtest("--releases", "2.5.0,2.6.0", "--keep")
        self.assertEqual(self.names(), ["torch-2.5.0-cpp", "torch-2.6.0-cpp"])


if __name__ == "__main__":
    fetching.main(unittest)
