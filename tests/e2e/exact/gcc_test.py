# SPDX-License-Identifier: Apache-2.0
"""g++ instead of clang++ for the snippets: QUERN CACHE"""
import unittest

import measuring

SUITE = """\
setup: {cpp: "auto x = torch::ones({4, 4}); auto y = torch::ones({4, 4});"}
stmts:
  empty: {cpp_stmt: ";"}
  seven: {cpp_stmt: 'asm volatile(".rept 7; nop; .endr");'}
  pure: {cpp_stmt: "x.sizes()[0];"}
  add: {cpp_stmt: "auto z = x + y;"}
"""


class Gcc(measuring.KeptDirectory):
    def test_a_small_suite(self):
        suite = self.write("suite.yaml", SUITE)
        counts = measuring.counts(QUERN.measure("run", suite, "--cxx", "g++", "-j1"))
        counts = {id_.split(":")[0]: count for id_, count in counts.items()}
        self.assertEqual((counts["empty"], counts["seven"]), (0, 7))
        self.assertGreaterEqual(counts["pure"], 1)
        self.assertGreater(counts["add"], 1000)


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
