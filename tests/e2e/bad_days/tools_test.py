# SPDX-License-Identifier: Apache-2.0
"""Tools that are missing, too old or broken: one line says so, the next what to do. Fake tools on the path."""
import importlib.util
import os
import shutil
import subprocess

import bad_day

REAL = {name: shutil.which(name) for name in ("valgrind", "clang++", "g++")}
# Those that are compiled already, and that quern finds by itself where it sees the Python that has them.
HEADERS = bad_day.same_headers() if importlib.util.find_spec("torch") else {}
# A window's end looks for threads by it: what it costs here grows from window to window, ever faster.
DEARER_STAT = """\
#include <fcntl.h>
#include <sys/stat.h>
int stat(const char* path, struct stat* found) {
  static long calls = 0;
  ++calls;
  for (volatile long i = 0; i < calls * calls; ++i) {
  }
  return fstatat(AT_FDCWD, path, found, 0);
}
"""


class Tools(bad_day.BadDay):
    def setUp(self):
        super().setUp()
        self.bin = os.path.join(self.directory, "bin")
        os.mkdir(self.bin)

    def add(self, *names):
        for name in names:
            if REAL[name]:
                self.fake(name, f'exec {REAL[name]} "$@"')

    def fake(self, name, script):
        os.chmod(self.write(f"bin/{name}", f"#!/bin/sh\n{script}\n"), 0o755)

    def check(self, message, hint, **variables):
        result = self.quern("time", "1", **{"PATH": self.bin, **HEADERS, **variables})
        self.check_one_line(result, 4, message, hint)

    def test_no_valgrind(self):
        self.add("clang++", "g++")
        self.check("^quern: valgrind not found$", "apt-get install valgrind")

    def test_an_old_valgrind(self):
        self.add("clang++", "g++")
        self.fake("valgrind", "echo valgrind-3.14.0")
        self.check("^quern: valgrind 3.14.0 is too old$", "needs >=3.15")

    def test_a_valgrind_that_says_nothing(self):
        self.add("clang++", "g++")
        self.fake("valgrind", "exit 1")
        self.check("valgrind --version does not tell a version", "apt-get install valgrind")

    def test_a_valgrind_that_does_not_start(self):
        self.add("clang++", "g++")
        self.fake("valgrind", 'test "$1" = --version && echo valgrind-3.19.0 && exit\n'
                  "echo \"valgrind: failed to start tool 'callgrind'\" >&2; exit 1")
        self.check("the cpp server does not run: .*failed to start tool 'callgrind'", "quern doctor")

    def test_a_callgrind_whose_costs_do_not_add_up(self):
        self.add("clang++", "g++")
        self.fake("valgrind", 'for word; do shift; test "$word" = --skip-plt=no || set -- "$@" "$word"; done\n'
                  f'exec {REAL["valgrind"]} "$@"')
        self.check("sentry \\w+ fails: .*the costs in this part sum to \\d+, its summary is \\d+",
                   "another version of Valgrind")

    def test_a_loop_that_does_not_repeat(self):
        self.add("clang++", "g++")
        source, library = self.write("stat.c", DEARER_STAT), os.path.join(self.directory, "stat.so")
        compiler = REAL["clang++"] or REAL["g++"]
        subprocess.run([compiler, "-x", "c", "-O1", "-shared", "-fPIC", source, "-o", library], check=True)
        self.fake("valgrind", f'test "$1" = --version || export LD_PRELOAD="{library}:$LD_PRELOAD"\n'
                  f'exec {REAL["valgrind"]} "$@"')
        self.check("the cpp server's empty loop does not repeat", "something runs beside the statement")

    def test_many_jobs_and_a_valgrind_that_does_not_start(self):
        self.add("clang++", "g++")
        self.fake("valgrind", 'test "$1" = --version && echo valgrind-3.19.0 && exit\nexit 1')
        # Little memory for each: the others wait.
        result = self.quern("time", "1", "-j", "64", PATH=self.bin, **HEADERS)
        self.check_one_line(result, 4, "the cpp server does not run: it ended with exit code 1", "quern doctor")

    def test_no_compiler(self):
        self.add("valgrind")
        self.check("^quern: no C\\+\\+ compiler found$", "apt-get install clang")

    def test_a_compiler_that_is_not_there(self):
        result = self.quern("time", "1", "--cxx", "/nowhere/clang++")
        self.check_one_line(result, 4, "the compiler '/nowhere/clang\\+\\+' cannot be run", "--cxx")

    def test_no_libtorch_where_it_was_said_to_be(self):
        self.add("valgrind", "clang++", "g++")
        self.check(f"no LibTorch in QUERN_TORCH_ROOT, which is '{self.directory}'", "folders include and lib",
                   QUERN_TORCH_ROOT=self.directory)

    def test_no_libtorch_at_all(self):
        hidden = "/usr/include/torch"
        script = f"mount -t tmpfs none {hidden} && exec \"$@\""
        if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", "true"],
                                               capture_output=True).returncode != 0:
            self.skipTest("needs root, to hide LibTorch")
        self.write("sitecustomize.py", bad_day.NO_PACKAGES)
        variables = {**os.environ, "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": bad_day.CACHE,
                     "PYTHONPATH": self.directory}
        variables.pop("QUERN_TORCH_ROOT", None)
        done = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", bad_day.QUERN, "time", "1", "-q"],
                              env=variables, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (4, ""), done.stderr)
        self.assertRegex(done.stderr, "^quern: no LibTorch found\n  apt-get install libtorch-dev")


if __name__ == "__main__":
    bad_day.main()
