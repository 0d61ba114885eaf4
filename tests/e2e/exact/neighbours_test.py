# SPDX-License-Identifier: Apache-2.0
"""A count depends on its case alone, whatever else is in the suite: QUERN CACHE

Functions that are not inlined, templates and static state are shared by all cases of this suite: a compiler that sees two
of them at once makes other code of a function than for one, and an object that is loaded beside others lies elsewhere.
"""
import unittest

import measuring

SUITE = """\
setup:
  global: |
    #include <map>
    #include <string>
    static __attribute__((noinline)) int work(int n) {
      int sum = 0;
      for (int i = 0; i < n; ++i) { asm volatile("" : "+r"(sum)); sum += i; }
      return sum;
    }
    template <typename T>
    __attribute__((noinline)) T twice(T value, int times) { return times == 0 ? value : twice(T(value + value), times - 1); }
    struct Registry {
      std::map<std::string, int> names;
      int& of(const std::string& name) { return names[name]; }
    };
    static Registry registry;
    inline int next_number() { static int number = 0; return ++number; }
    static const int kFilled = [] { for (int i = 0; i < 20; ++i) registry.of(std::to_string(i)) = i; return 1; }();
  cpp: |
    auto x = torch::ones({4, 4});
    using namespace torch::indexing;
stmts:
  a: {cpp_stmt: work(4);}
  b: {cpp_stmt: work(50);}
  template a: {cpp_stmt: "twice<int>(3, 4);"}
  template b: {cpp_stmt: "twice<long>(3, 9);"}
  state a: {cpp_stmt: registry.of("7");}
  state b: {cpp_stmt: "registry.of(\\"19\\") += next_number();"}
  number: {cpp_stmt: next_number();}
  index a: {cpp_stmt: "x.index({0});"}
  index b: {cpp_stmt: "x.index({Slice(1, 3), None, 0});"}
"""


class Neighbours(measuring.KeptDirectory):
    """One run of all cases, and runs of some of them."""

    def test_all(self):
        suite = self.write("suite.yaml", SUITE)
        whole = measuring.counts(QUERN.measure("run", suite, "--no-python"))
        self.assertEqual(len(whole), 9)
        alone, process, first, second = measuring.in_parallel([
            lambda options=options: measuring.counts(QUERN.measure("run", suite, "--no-python", *options))
            for options in (["-f", "^a:"], ["-f", "^(a|state_a|index_a):", "--isolation", "process"],
                            ["--shard", "1/2"], ["--shard", "2/2"])])
        with self.subTest("alone, and among a few in processes of their own"):
            self.assertEqual(len(alone), 1)
            self.assertEqual(len(process), 3)
            for some in alone, process:
                self.assertEqual(some, {id_: whole[id_] for id_ in some})
        with self.subTest("in shards"):
            self.assertEqual({**first, **second}, whole)
            self.assertFalse(set(first) & set(second))


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
