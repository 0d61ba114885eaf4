# SPDX-License-Identifier: Apache-2.0
"""Changes in a library are found, named and sized to the instruction: QUERN CACHE COMPILER SCHEMAS"""
import json
import os
import subprocess
import unittest

import two_roots

# Functions that become longer by so many instructions each, side by side: one comparison sizes them all.
MORE = (1, 10, 1000)
LIBRARY = "".join(f"""\
asm(".text\\n.type step{more}, @function\\nstep{more}: .rept MORE{more}; nop; .endr; ret\\n.size step{more}, . - step{more}");
extern "C" __attribute__((visibility("hidden"))) void step{more}();
extern "C" __attribute__((noinline)) long work{more}(long size) {{ step{more}(); return size * 3; }}
""" for more in MORE)
SUITE = """\
setup:
  global: |
    #include <dlfcn.h>
    static auto find(const char* name) {
      void* library = dlopen("libworking.so", RTLD_NOW);
      if (library == nullptr) throw std::runtime_error(dlerror());
      return reinterpret_cast<long (*)(long)>(dlsym(library, name));
    }
stmts:
  add: {cpp_stmt: x + x;, setup: {cpp: "auto x = torch::ones({4});"}}
""" + "".join(f"""\
  call{more}: {{cpp_stmt: work(17);, setup: {{cpp: 'auto work = find("work{more}");'}}}}
""" for more in MORE)


class Injected(two_roots.TwoRoots):
    def make_library(self, folder, more):
        """A source command after which a libworking.so is found, with so many nops in each of its functions."""
        text = LIBRARY
        for name, nops in more.items():
            text = text.replace(f"MORE{name};", f"{nops};")
        os.makedirs(self.path(folder))
        subprocess.run([COMPILER, "-O2", "-shared", "-fPIC", self.write(f"{folder}/working.cpp", text), "-o",
                        self.path(f"{folder}/libworking.so")], check=True)
        return f"{two_roots.SYSTEM}; export LD_LIBRARY_PATH={self.path(folder)}"

    def test_longer_functions_are_found_named_and_sized(self):
        suite = self.write("suite.yaml", SUITE)
        before = self.make_library("before", {more: 5 for more in MORE})
        after = self.make_library("after", {more: 5 + more for more in MORE})
        found = self.compare(QUERN, "--a", before, "--b", after, suite, "--profiles", self.path("kept"), "--layouts", "2")
        add, *calls = found["cases"]
        self.assertEqual((add["verdict"], add["delta"], add["functions"]), ("same", 0, []))
        self.assertEqual(len(calls), len(MORE))
        for call, more in zip(calls, MORE):
            with self.subTest(more=more):
                self.check(call, more)
        self.assertEqual(found["summary"]["slower"], len(MORE))
        validate(found, "quern.comparison.1.schema.json")
        for more in MORE:
            with self.subTest(explained=more):
                self.check_explain(more)
        self.check_kept()

    def check(self, call, more):
        self.assertEqual((call["verdict"], call["delta"]), ("slower", more))
        self.assertEqual([(function["name"], function["library"], function["delta"]) for function in call["functions"]],
                         [(f"step{more}", "libworking.so", more)])
        self.assertEqual(sum(layer["delta"] for layer in call["layers"]), more)
        self.assertEqual([entry["layout"] for entry in call["layouts"]], [0, 1])

    def check_explain(self, more):
        """The runs that ab kept explain the same."""
        picture = self.path("change.svg")
        command = ("explain", self.path("kept/b.json"), f"call{more}:eager:forward:cpp:t1", "--against",
                   self.path("kept/a.json"))
        done = self.run_quern(QUERN, *command, "--format", "json", "--flamegraph", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        explained = json.loads(done.stdout)
        self.assertEqual(explained["delta"], more)
        self.assertEqual([(item["name"], item["delta"]) for item in explained["functions"]], [(f"step{more}", more)])
        with open(picture, encoding="utf-8") as file:
            self.assertIn(f"step{more}", file.read())
        table = self.run_quern(QUERN, *command)
        self.assertIn(f"+{more:,}  step{more}  [libworking.so", table.stdout)

    def check_kept(self):
        with open(self.path("kept/b.json"), encoding="utf-8") as file:
            run = json.load(file)
        validate(run, "quern.run.1.schema.json")
        for case in run["cases"]:
            with self.subTest(case["id"]):
                counts = case["functions"]["counts"]
                self.assertEqual(sum(count["self"] for count in counts),
                                 case["instructions"] * case["functions"]["iterations"])
                self.check_profile(case)

    def check_profile(self, case):
        """Valgrind's own reader of the format, which KCachegrind shares, takes the kept profile and finds its total."""
        done = subprocess.run(["callgrind_annotate", case["profile"]], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        total = max(window["instructions"] for window in case["windows"])
        self.assertIn(f"{total:,}", done.stdout)


def validate(document, name):
    try:
        import jsonschema
    except ImportError:
        two_roots.skip("python3-jsonschema is not installed")
    with open(os.path.join(SCHEMAS, name), encoding="utf-8") as file:
        jsonschema.validate(document, json.load(file))


if __name__ == "__main__":
    QUERN, (COMPILER, SCHEMAS) = two_roots.arguments()
    unittest.main()
