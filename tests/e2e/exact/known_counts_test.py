# SPDX-License-Identifier: Apache-2.0
"""Statements whose number of instructions is known: QUERN CACHE"""
import unittest

import measuring

TURNS = 100_000  # of a loop of two instructions
SUITE = f"""\
setup:
  global: |
    #include <thread>
    #include <utility>
    long numbers[] = {{3, 4}};  // nothing but keeping makes a compiler read them
    static void turn(long turns) {{
      asm volatile("1: dec %0\\n jnz 1b" : "+r"(turns) : : "cc");
    }}
  cpp: auto x = torch::ones({{3, 4}});
stmts:
  empty: {{cpp_stmt: ";"}}
  one: {{cpp_stmt: asm volatile("nop");}}
  seven: {{cpp_stmt: 'asm volatile("nop; nop; nop; nop; nop; nop; nop");'}}
  thousand: {{cpp_stmt: 'asm volatile(".rept 1000; nop; .endr");'}}
  pure call: {{cpp_stmt: "x.sizes()[0];"}}
  pure call and nop: {{cpp_stmt: 'asm volatile("nop"); x.sizes()[0];'}}
  pure declaration: {{cpp_stmt: "auto size = x.sizes()[0];"}}
  arithmetic: {{cpp_stmt: "x.dim() * 12345;"}}
  unused product: {{cpp_stmt: "numbers[0] * numbers[1];"}}
  unused pair: {{cpp_stmt: "std::make_pair(numbers[0], numbers[1]);"}}
  unused tensor: {{cpp_stmt: "x.view({{12}});"}}
  thread of its own: {{cpp_stmt: "std::thread(turn, {TURNS}).join();"}}
groups:
  threads:
    num_threads: 2
    stmts:
      short: {{cpp_stmt: "std::thread a(turn, {TURNS}); std::thread b(turn, {TURNS}); a.join(); b.join();"}}
      long: {{cpp_stmt: "std::thread a(turn, 2 * {TURNS}); std::thread b(turn, 2 * {TURNS}); a.join(); b.join();"}}
"""


class KnownCounts(measuring.KeptDirectory):
    """One run; the tests look at its counts."""

    def test_all(self):
        cases = QUERN.measure("run", self.write("suite.yaml", SUITE))
        counts = {id_.split(":")[0]: count for id_, count in measuring.counts(cases).items()}
        with self.subTest("an empty statement costs nothing"):
            self.assertEqual(counts["empty"], 0)
        for name, nops in ("one", 1), ("seven", 7), ("thousand", 1000):
            with self.subTest(f"{nops} nops"):
                self.assertEqual(counts[name], nops)
        for name in ("pure_call", "pure_declaration", "arithmetic", "unused_product", "unused_pair"):
            with self.subTest(f"{name} is not optimised away"):
                self.assertGreaterEqual(counts[name], 2)
        with self.subTest("a nop beside a call is one more"):
            self.assertEqual(counts["pure_call_and_nop"], counts["pure_call"] + 1)
        with self.subTest("a tensor that nobody uses is made all the same"):
            self.assertGreater(counts["unused_tensor"], 500)
        with self.subTest("repeats of single-threaded cases agree"):
            verdicts = {id_: case["verdict"] for id_, case in cases.items() if case["num_threads"] == 1
                        and not id_.startswith("thread")}
            self.assertEqual(set(verdicts.values()), {"exact"}, verdicts)
        self.check_threads(counts)

    def check_threads(self, counts):
        with self.subTest("a thread that comes and goes within a window is counted, once"):
            self.assertGreaterEqual(counts["thread_of_its_own"], 2 * TURNS)
            self.assertLess(counts["thread_of_its_own"], 2 * TURNS + 10_000)
        # What a thread costs beside its loop is lock traffic, hundreds of instructions that may differ by some.
        with self.subTest("both threads are counted"):
            self.assertAlmostEqual(counts["threads/long"] - counts["threads/short"], 4 * TURNS, delta=200)
        with self.subTest("and each of them once"):
            self.assertGreaterEqual(counts["threads/short"], 4 * TURNS)
            self.assertLess(counts["threads/short"], 4 * TURNS + 20_000)


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
