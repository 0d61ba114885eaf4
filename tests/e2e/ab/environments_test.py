# SPDX-License-Identifier: Apache-2.0
"""Environments as people have them, good and bad, and that none is written to: QUERN CACHE COMPILER"""
import glob
import json
import os
import shutil
import subprocess
import unittest
import venv

import two_roots

STATEMENT = ("--stmt", "x + x", "-s", "auto x = torch::ones({4})")


def tree(folder):
    """Every path below with what would change if it was written to."""
    found = []
    for parent, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            status = os.lstat(os.path.join(parent, name))
            found.append((os.path.join(parent, name), status.st_size, status.st_mtime_ns, status.st_ino))
        status = os.lstat(parent)
        found.append((parent, status.st_mtime_ns))
    return sorted(found)


class Environments(two_roots.TwoRoots):
    def refuse(self, *command, code=4):
        """What quern says on standard error, as one message."""
        done = self.run_quern(QUERN, *command)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_names_of_quern_yaml_and_commands_lead_to_the_same(self):
        root = self.make_root("root")
        self.write("quern.yaml", "environments:\n  named: {torch_root: root, launcher: nice -n 1}\n")
        self.write("env.sh", f"export QUERN_TORCH_ROOT={root}\necho hello\nexport LD_PRELOAD=/nothing.so\n")
        before = tree(root)
        found = self.compare(QUERN, "--a", "named", "--b", "cd . && . ./env.sh", *STATEMENT)
        self.assertEqual(found["cases"][0]["verdict"], "same")
        self.assertEqual((found["a"]["name"], found["b"]["source"]), ("named", "cd . && . ./env.sh"))
        self.check_run_and_probe(found["cases"][0]["a"])
        self.assertEqual(tree(root), before, "an environment was written to")
        self.check_broken(root)

    def check_broken(self, root):
        """The same root, whose headers are compiled already, with a library in which everything is missing."""
        source, nothing = self.write("nothing.cpp", "int nothing;"), self.path("nothing.so")
        subprocess.run([COMPILER, "-shared", "-fPIC", source, "-o", nothing], check=True)
        for library in glob.glob(os.path.join(root, "lib", "libc10*")):
            os.remove(library)
            os.symlink(nothing, library)
        said = self.refuse("ab", "-q", "--b", f"export QUERN_TORCH_ROOT={root}", *STATEMENT)
        self.assertIn("environment B (export QUERN_TORCH_ROOT=", said)
        self.assertLessEqual(len(said.splitlines()), 3, said)

    def check_run_and_probe(self, count):
        """The same environment in a command that measures one, and looked at."""
        timed = self.run_quern(QUERN, "time", "-q", "--env", "named", "--format", "json", *STATEMENT[1:])
        self.assertEqual(timed.returncode, 0, timed.stderr)
        run = json.loads(timed.stdout)
        self.assertEqual((run["environment"]["name"], run["cases"][0]["instructions"]), ("named", count))
        probed = self.run_quern(QUERN, "env", "probe", "named", "--json")
        self.assertEqual(probed.returncode, 0, probed.stderr)
        report = json.loads(probed.stdout)
        self.assertIn(("cpp", True), [(canary["language"], canary["runs"]) for canary in report["canaries"]])
        library = next(library for library in report["environment"]["libraries"]
                       if library["file"].startswith("libtorch_cpu.so"))
        self.assertEqual(library["size"], os.path.getsize(library["path"]))
        self.assertRegex(library["build_id"], "^[0-9a-f]{16,}$")

    def test_variables_make_an_environment(self):
        self.write("quern.yaml", "environments:\n  plain: {variables: {ATEN_CPU_CAPABILITY: default}}\n")
        code = ("--stmt", "x.exp()", "-s", "auto x = torch::ones({4096})")
        found = self.compare(QUERN, "--b", "plain", "--layouts", "1", *code)
        self.assertEqual(found["cases"][0]["verdict"], "slower")
        self.assertIn({"what": "ATEN_CPU_CAPABILITY", "a": "avx2", "b": "default"}, found["differences"])
        self.assertTrue(found["same_libraries"])
        functions = found["cases"][0]["functions"]
        self.assertAlmostEqual(sum(function["delta"] for function in functions), found["cases"][0]["delta"])

    def test_bad_environments_get_one_clear_message(self):
        empty = self.path("empty")
        os.makedirs(empty)
        half = self.make_root("half")
        os.remove(os.path.join(half, "lib", "libtorch_cpu.so"))
        for command, expected in (
                ("exit 7", "exit"),
                ("echo no such place >&2; exit 3", "no such place"),
                ("read -r answer", "failed with exit code 1"),
                (f"export QUERN_TORCH_ROOT={empty}", "no LibTorch in QUERN_TORCH_ROOT"),
                (f"export QUERN_TORCH_ROOT={half}", "no LibTorch in QUERN_TORCH_ROOT"),
        ):
            with self.subTest(command):
                said = self.refuse("ab", "-q", "--b", command, *STATEMENT)
                self.assertIn(expected, said)
                self.assertLessEqual(len(said.splitlines()), 3, said)
        self.assertIn("'nowhere'", self.refuse("ab", "--b", "nowhere", *STATEMENT, code=2))
        self.assertIn("no environment B", self.refuse("ab", *STATEMENT, code=2))

    def empty_environment(self):
        """A virtual environment without torch, whatever the system has."""
        venv.create(self.path("venv"), with_pip=False)
        return f"source {self.path('venv/bin/activate')}"

    def old_environment(self):
        """A Python whose torch is laid out as 1.0.0 was."""
        for name in "lib/libtorch.so.1", "lib/libcaffe2.so", "lib/include/torch/csrc/api/include/torch/torch.h":
            self.write(f"old/torch/{name}", "")
        self.write("old/torch/version.py", '__version__ = "1.0.0"')
        self.write("old/torch/__init__.py", "")
        return f"{two_roots.SYSTEM}; export PYTHONPATH={self.path('old')}"

    def shadowed_environment(self):
        """The system's torch, and a copy of one of its libraries where the loader looks first."""
        os.makedirs(self.path("shadow"))
        for library in glob.glob(os.path.join(two_roots.system_libraries(), "libc10.so*")):
            shutil.copy(library, self.path("shadow"))
        return f"{two_roots.SYSTEM}; export LD_LIBRARY_PATH={self.path('shadow')}"

    def test_a_named_environment_is_never_replaced_by_the_system(self):
        empty = self.empty_environment()
        no_torch = f"no torch there: {self.path('venv/bin/python3')} has no torch"
        for command in (("ab", "-q", "--b", empty, *STATEMENT), ("ab", "-q", "--a", empty, "--a-a", *STATEMENT),
                        ("time", "-q", "1", "--env", empty), ("run", "-q", "--env", empty, "-f", "math/add/4"),
                        ("check", "-q", "--base", f"env:{empty}", "--head", "env:", "-f", "math/add/4")):
            with self.subTest(command):
                self.assertIn(no_torch, self.refuse(*command))
        caller = QUERN.elsewhere({"QUERN_TORCH_ROOT": "/usr", "CMAKE_PREFIX_PATH": "/usr"})
        done = self.run_quern(caller, "time", "-q", "1", "--env", empty)
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertIn(no_torch, done.stderr)

    def test_both_languages_have_the_same_torch_or_one_has_none(self):
        said = self.refuse("ab", "-q", "--b", self.old_environment(), *STATEMENT)
        self.assertIn("no LibTorch for C++: the torch of /usr/bin/python3 (1.0.0 in", said)
        said = self.refuse("ab", "-q", "--b", f"export QUERN_TORCH_ROOT={self.make_root('root')}; unset PATH",
                           "--language", "python", "--stmt", "x + x", "-s", "x = torch.ones(4)")
        self.assertIn("no torch for Python", said)

    def test_what_was_loaded_must_be_what_was_found(self):
        said = self.refuse("ab", "-q", "--b", self.shadowed_environment(), *STATEMENT)
        self.assertRegex(said, "another torch was loaded than the one to be measured: it loaded .*shadow/libc10.so")

    def test_a_case_that_one_side_cannot_run_is_one_sided(self):
        suite = self.write("suite.yaml", """\
stmts:
  both: {cpp_stmt: x + x;, setup: {cpp: "auto x = torch::ones({4});"}}
  one:
    cpp_stmt: 'if (library() == nullptr) throw std::runtime_error("only A has it");'
    setup:
      global: |
        #include <dlfcn.h>
        static void* library() { return dlopen("libworking.so", RTLD_NOW); }
""")
        done = self.run_quern(QUERN, "ab", "-q", "--a", self.make_library("a", COMPILER, 1), suite, "--b", "")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("only_a: only A has it", done.stdout)
        self.assertIn("A and B load the same libraries", done.stdout)
        self.assertIn("·", done.stdout)
        self.assertIn("0 faster, 0 slower, 1 same, 0 unstable, 1 failed, 1 on one side only", done.stdout)


if __name__ == "__main__":
    QUERN, (COMPILER,) = two_roots.arguments()
    unittest.main()
