# SPDX-License-Identifier: Apache-2.0
"""Environments that are the system's LibTorch with a library more, and quern ab on them."""
import glob
import json
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "exact"))
import measuring
from measuring import KeptDirectory, arguments, skip

# The system's torch, by name: its Python's, which may not be the first one here.
SYSTEM = "export PATH=/usr/bin:$PATH"
LIBRARY = """\
// Assembly, because the compiler makes other code around an asm statement as soon as its text changes.
asm(".text\\n.type step, @function\\nstep: .rept " MORE "; nop; .endr; ret\\n.size step, . - step");
extern "C" __attribute__((visibility("hidden"))) void step();
extern "C" __attribute__((noinline)) long work(long size) { step(); return size * 3; }
"""
SUITE = """\
stmts:
  call:
    cpp_stmt: work(17);
    setup:
      global: "#include <dlfcn.h>"
      cpp: |
        void* library = dlopen("libworking.so", RTLD_NOW);
        if (library == nullptr) throw std::runtime_error(dlerror());
        auto work = reinterpret_cast<long (*)(long)>(dlsym(library, "work"));
  add: {cpp_stmt: x + x;, setup: {cpp: "auto x = torch::ones({4});"}}
"""


def system_libraries():
    for folder in "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib":
        if os.path.exists(os.path.join(folder, "libtorch_cpu.so")):
            return folder
    skip("no LibTorch in the system's folders")


class TwoRoots(KeptDirectory):
    """Gives each test roots for QUERN_TORCH_ROOT, and folders for LD_LIBRARY_PATH."""

    def make_root(self, name):
        root = self.path(name)
        os.makedirs(os.path.join(root, "lib"))
        os.makedirs(os.path.join(root, "include"))
        for part in "torch", "ATen", "c10", "caffe2":
            os.symlink(os.path.join("/usr/include", part), os.path.join(root, "include", part))
        for library in glob.glob(os.path.join(system_libraries(), "lib*torch*.so*")) + glob.glob(
                os.path.join(system_libraries(), "libc10*")):
            os.symlink(library, os.path.join(root, "lib", os.path.basename(library)))
        return root

    def make_library(self, folder, compiler, more):
        """A source command after which libworking.so, with so many nops in it, is found."""
        source = self.write("working.cpp", LIBRARY)
        os.makedirs(self.path(folder))
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", f'-DMORE="{more}"', source, "-o",
                        os.path.join(self.path(folder), "libworking.so")], check=True)
        return f"{SYSTEM}; export LD_LIBRARY_PATH={self.path(folder)}"

    def run_quern(self, quern, *command):
        return subprocess.run([quern.program, *command], env=quern.variables, cwd=self.directory, capture_output=True,
                              text=True)

    def compare(self, quern, *command):
        done = self.run_quern(quern, "ab", "-q", "--format", "json", *command)
        if measuring.MISSING.search(done.stderr):
            skip(done.stderr.strip())
        if done.returncode != 0:
            raise AssertionError(f"exit code {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
        return json.loads(done.stdout)
