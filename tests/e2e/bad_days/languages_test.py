# SPDX-License-Identifier: Apache-2.0
"""A torch that is there for one language only, or cannot be imported: the other language is measured."""
import os

import bad_day

SUITE = """
setup:
  py: x = y = torch.ones((4, 4))
  cpp: "auto x = torch::ones({4, 4}), y = x;"
stmts:
  add: {py_stmt: x + y, cpp_stmt: x + y;}
"""
BROKEN = 'raise ImportError("libnowhere.so: cannot open shared object file")\n'


class Languages(bad_day.BadDay):
    def measure(self, *arguments, **variables):
        suite = self.write("suite.yaml", SUITE)
        return self.quern("run", suite, *arguments, "--format", "json", "-j1", **variables)

    def by_language(self, result):
        cases = {case["language"]: case for case in result.document["cases"]}
        return cases["python"], cases["cpp"]

    def broken_torch(self):
        """Variables that show Python the system's torch, which it cannot import from there."""
        package = bad_day.python_package()
        with open(os.path.join(package, "version.py"), encoding="utf-8") as file:
            self.write("packages/torch/version.py", file.read())
        self.write("packages/torch/__init__.py", BROKEN)
        if not os.path.islink(self.path("packages/torch/lib")):
            os.symlink(os.path.join(package, "lib"), self.path("packages/torch/lib"))
        return {"PYTHONPATH": self.path("packages"), **bad_day.same_headers()}

    def test_a_torch_that_cannot_be_imported_fails_python_cases_only(self):
        result = self.measure(**self.broken_torch())
        self.assertEqual(result.code, 1, result.err)
        python, cpp = self.by_language(result)
        self.check_failed(python, "server", "python server does not run: .*ImportError: libnowhere.so: cannot open")
        self.check_exact(cpp)

    def test_with_nothing_else_to_measure_the_run_is_impossible(self):
        result = self.measure("--language", "python", **self.broken_torch())
        self.check_one_line(result, 4, "python server does not run: .*ImportError: libnowhere.so", "LD_LIBRARY_PATH")

    def test_without_a_torch_for_cpp_its_cases_are_skipped(self):
        folder = os.path.dirname(bad_day.python_package())
        result = self.measure(QUERN_TORCH_ROOT=folder, PATH="/usr/bin:/bin")
        self.assertEqual(result.code, 0, result.err)
        python, cpp = self.by_language(result)
        self.check_skipped(cpp, "environment", rf"^no LibTorch for C\+\+: .* QUERN_TORCH_ROOT, which is '{folder}'$")
        self.check_exact(python)


if __name__ == "__main__":
    bad_day.main()
