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
  vector: {cpp_stmt: "std::vector<int> v(1000, 1);"}
  block: {cpp_stmt: "if (x.dim() == 2) { x.sizes(); }"}
"""


class Gcc(measuring.KeptDirectory):
    def test_a_small_suite(self):
        suite = self.write("suite.yaml", SUITE)
        cases = QUERN.measure("run", suite, "--cxx", "g++", "-j1")
        notes = {id_.split(":")[0]: case.get("notes") for id_, case in cases.items()}
        counts = measuring.counts(cases)
        counts = {id_.split(":")[0]: count for id_, count in counts.items()}
        self.assertEqual((counts["empty"], counts["seven"]), (0, 7))
        self.assertGreaterEqual(counts["pure"], 1)
        self.assertGreater(counts["add"], 1000)
        self.assertGreater(counts["vector"], 300)
        self.assertFalse(notes["vector"])
        self.assertIn("in blocks and loops are not kept", notes["block"][0])


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
