# SPDX-License-Identifier: Apache-2.0
"""What a statement computes is computed, and nothing leads out of it: QUERN CACHE

Python's ways out are cases of bad_days/python_harm.yaml.
"""
import json
import subprocess
import unittest

import measuring

KEPT = {
    "vector": "std::vector<int> v(1000, 1);",
    "auto vector": "auto v = std::vector<int>(1000, 1);",
    "sine": "double a = std::sin(quern::opaque(1.5));",
    "sine, then another": "double a = std::sin(quern::opaque(1.5)); x.dim();",
    "two in one": "double a = std::sin(quern::opaque(1.5)), b = std::sin(quern::opaque(1.5));",
    "bindings": "auto [a, b] = std::make_pair(std::sin(quern::opaque(1.5)), 1);",
    "pointer": "double (*p)(double) = std::sin; p(quern::opaque(1.5));",
    "in a loop": "for (int i = 0; i < 10; ++i) { double a = std::sin(quern::opaque(1.5)); }",
    "dropped in a loop": "for (int i = 0; i < 10; ++i) std::sin(quern::opaque(1.5));",
    "kept by hand": "if (x.dim() == 2) { double a = std::sin(quern::opaque(1.5)); double b = a; quern::keep(b); }",
    "own jumps": "for (int i = 0; i < 3; ++i) { if (i == 1) continue; if (i == 2) break; x.dim(); }",
}
WAYS_OUT = {
    "if (true) break;": "left by 'break'",
    "if (x.dim() == 2) continue;": "left by 'continue'",
    "x.dim(); return;": "left by 'return'",
    "goto out;": "left by 'goto out'",
    "co_return;": "left by 'co_return'",
    "} {": "left by '}'",
    "HIDDEN;": "left by",
    "longjmp(home, 1);": "jumps back to its setup",
    "exit(0);": "ended its process with exit code 0",
    "pthread_exit(nullptr);": "ends its thread",
    "throw std::runtime_error(\"thrown\");": "thrown",
}
GLOBAL = """
#include <cmath>
#include <csetjmp>
#include <pthread.h>
#define HIDDEN if (x.dim() == 2) break
"""
SETUP = "auto x = torch::ones({4, 4}); jmp_buf home; setjmp(home);"


class Statements(measuring.KeptDirectory):
    """One run; cases that fail stand beside others that must not."""

    def run_suite(self, suite):
        file = self.write("suite.yaml", json.dumps(suite))
        command = [QUERN.program, "run", file, "-q", "--format", "json"]
        done = subprocess.run(command, env=QUERN.variables, capture_output=True, text=True)
        if measuring.MISSING.search(done.stderr):
            measuring.skip(done.stderr.strip())
        self.assertEqual(done.returncode, 1, done.stderr)
        return {case["id"].split(":")[0]: case for case in json.loads(done.stdout)["cases"]}

    def test_cpp(self):
        groups = {"kept": {"stmts": {name: {"cpp_stmt": text} for name, text in KEPT.items()}},
                  "out": {"stmts": {str(number): {"cpp_stmt": text} for number, text in enumerate(WAYS_OUT)}},
                  "removed": {"stmts": {"folded": {"cpp_stmt": "{ int a = 3; a *= 2; }"}}}}
        cases = self.run_suite({"setup": {"global": GLOBAL, "cpp": SETUP}, "groups": groups})
        self.check_kept({id_: case["instructions"] for id_, case in cases.items() if id_.startswith("kept/")})
        self.check_ways_out(cases)
        with self.subTest("a statement that compiles to nothing says so"):
            self.assertEqual(cases["removed/folded"]["instructions"], 0)
            self.assertIn("the compiler removed the statement", cases["removed/folded"]["notes"][0])

    def check_kept(self, counts):
        sine = counts["kept/sine"]
        self.assertGreater(sine, 20)
        for name, least in (("vector", 300), ("sine,_then_another", sine + 2), ("two_in_one", 2 * sine - 20),
                            ("bindings", sine - 10), ("pointer", sine - 10), ("in_a_loop", 10 * sine - 100),
                            ("dropped_in_a_loop", 10 * sine - 100), ("kept_by_hand", sine), ("own_jumps", 1)):
            with self.subTest(f"{name} is not optimised away"):
                self.assertGreaterEqual(counts[f"kept/{name}"], least)
        with self.subTest("however a vector is written"):
            self.assertEqual(counts["kept/vector"], counts["kept/auto_vector"])

    def check_ways_out(self, cases):
        for number, (text, message) in enumerate(WAYS_OUT.items()):
            with self.subTest(text):
                case = cases[f"out/{number}"]
                self.assertEqual(case["status"], "failed")
                self.assertIn(message, case["failure"]["message"])


if __name__ == "__main__":
    QUERN, _ = measuring.arguments()
    unittest.main()
