# SPDX-License-Identifier: Apache-2.0
"""What repeats tell of a case, and what a document says of them: QUERN CACHE"""
import json
import subprocess
import unittest

import measuring

# Work in every 500th iteration, a generator that makes new numbers 624 at a time, and a statement whose first process
# does more from one of its windows on.
SUITE = """\
setup:
  global: |
    #include <fstream>
    static long turns = 0;
    static bool first_of(const char* file) {{
      const bool first = !std::ifstream(file);
      std::ofstream{{file}};
      return first;
    }}
stmts:
  empty: {{cpp_stmt: ";"}}
  rare:
    cpp_stmt: |
      asm volatile(".rept 7; nop; .endr");
      if (++turns % 500 == 0) asm volatile(".rept 30000; nop; .endr");
  generator: {{setup: {{cpp: "auto x = torch::ones({{1}});"}}, cpp_stmt: "x.uniform_();"}}
  first process: {{setup: {{cpp: "const bool first = first_of(\\"{file}\\");"}},
                   cpp_stmt: 'if (first && ++turns > 500) asm volatile("nop; nop; nop");'}}
"""
PYTHON_SUITE = """\
stmts:
  empty: {py_stmt: "pass"}
  rare: {setup: {py: "import itertools\\nturn = itertools.cycle([False] * 499 + [True])"},
         py_stmt: "if next(turn): sum(range(1000))"}
"""


class Repeats(measuring.KeptDirectory):
    def measure(self, suite, *arguments):
        """The document, and its cases by name."""
        command = [QUERN.program, "run", self.write("suite.yaml", suite), "-j1", "-q", "--format", "json", *arguments]
        done = subprocess.run(command, env=QUERN.variables, cwd=self.directory, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        return document, {case["id"].split(":")[0]: case for case in document["cases"]}

    def check_rare(self, case, instructions):
        """As many as this by the windows' totals; no verdict that hides it."""
        self.assertNotEqual(case["verdict"], "exact")
        self.assertGreaterEqual(sum(window["iterations"] for window in case["windows"]), 1000)
        self.assertGreaterEqual(case["spread"] * 216, instructions)

    def test_cpp(self):
        suite = SUITE.format(file=self.path("was here"))
        document, cases = self.measure(suite, "--no-python", "--metrics", "ir,cache,branch,alloc")
        with self.subTest("an empty statement costs nothing of anything"):
            self.assertEqual(cases["empty"]["instructions"], 0)
            self.assertGreaterEqual(len(cases["empty"]["metrics"]), 9)
            self.assertEqual(set(cases["empty"]["metrics"].values()), {0}, cases["empty"]["metrics"])
        with self.subTest("work in every 500th iteration is seen"):
            self.check_rare(cases["rare"], 30_000)
        with self.subTest("a generator that is refilled every 624 numbers is seen"):
            self.check_rare(cases["generator"], 1_000)
        with self.subTest("repeats that do not agree still count when a second process agrees with itself"):
            case = cases["first_process"]
            self.assertNotEqual(case["verdict"], "exact")
            self.assertEqual(len(case["windows"]), 2 * (3 + 9))
            self.assertIn("a second process counted otherwise", " ".join(case["notes"]))
        with self.subTest("libraries are files, with their sizes"):
            for library in document["environment"]["libraries"]:
                self.assertTrue(library["path"].startswith("/"), library)
                self.assertTrue(0 < library["size"] < 1 << 40, library)

    def test_python(self):
        _, cases = self.measure(PYTHON_SUITE)
        self.assertEqual((cases["empty"]["instructions"], cases["empty"]["verdict"]), (0, "exact"))
        self.check_rare(cases["rare"], 10_000)


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
