# SPDX-License-Identifier: Apache-2.0
"""One more instruction in a library that a case calls is one more in its count: QUERN CACHE COMPILER"""
import os
import subprocess
import unittest

import measuring

LIBRARY = """\
#include <vector>
// Assembly, because the compiler makes other code around an asm statement as soon as its text changes.
asm(".text\\nstep: " MORE "\\n ret");
extern "C" __attribute__((visibility("hidden"))) void step();
// As a change in a real library would lie: in the middle of other things, which allocate.
extern "C" long work(long size) {
  std::vector<long> values(static_cast<std::size_t>(size), size);
  step();
  return values.back();
}
"""
SUITE = """\
stmts:
  call:
    cpp_stmt: work(17);
    setup:
      global: "#include <dlfcn.h>"
      cpp: |
        void* library = dlopen("{library}", RTLD_NOW);
        if (library == nullptr) throw std::runtime_error(dlerror());
        auto work = reinterpret_cast<long (*)(long)>(dlsym(library, "work"));
"""


class LibraryNop(measuring.KeptDirectory):
    def compile(self, library, *flags):
        source = self.write("library.cpp", LIBRARY)
        subprocess.run([COMPILER, "-O2", "-shared", "-fPIC", *flags, source, "-o", self.path("new.so")], check=True)
        os.replace(self.path("new.so"), library)

    def test_one_more_nop_in_a_library_counts_one_more(self):
        library = self.path("library.so")
        suite = self.write("suite.yaml", SUITE.format(library=library))
        found = []
        for more in "", "nop", "":
            self.compile(library, f'-DMORE="{more}"')
            (case,) = QUERN.measure("run", suite).values()
            self.assertEqual(case["verdict"], "exact")
            found.append(case["instructions"])
        before, with_nop, after = found
        self.assertGreater(before, 17)
        self.assertEqual(with_nop, before + 1)
        self.assertEqual(after, before)


if __name__ == "__main__":
    QUERN, (COMPILER,) = measuring.arguments()
    unittest.main()
