# SPDX-License-Identifier: Apache-2.0
"""The C++ part of a wheel as a tree with `include` and `lib`, such as QUERN_TORCH_ROOT names.

Taken are the headers, LibTorch's libraries for the CPU, and what these ask for as far as the wheel has it. Libraries of
CUDA that are large or not in the wheel become empty ones: everything is bound lazily, and nothing calls into them.
"""
import os
import re
import shutil
import subprocess
import zipfile
import zlib

import elf
import version_header
from download import require_room
from problem import Problem

BLOCK = 1 << 20
LARGEST_DEVICE_LIBRARY = 16 << 20
DEVICE = re.compile(r"lib(cu|nv|nccl|magma|caffe2_gpu|c10_cuda|torch_cuda)")
SYSTEM_FOLDERS = ("/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
                  "/usr/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib")


class _Wheel:
    """The members of a wheel that matter here."""

    def __init__(self, path):
        try:
            self.archive = zipfile.ZipFile(path)
        except zipfile.BadZipFile as error:
            raise Problem("the wheel cannot be unpacked: {}".format(error))
        self.members = {info.filename: info for info in self.archive.infolist() if not info.filename.endswith("/")}

    def headers(self):
        """Member to path in the tree. Releases before 1.1 kept headers among the libraries."""
        for folder in ("torch/include/", "torch/lib/include/"):
            found = {name: "include/" + name[len(folder):] for name in self.members if name.startswith(folder)}
            if found:
                return found
        raise Problem("the wheel has no headers for C++")

    def library(self, name):
        for folder in ("torch/lib/", "torch.libs/"):
            if folder + name in self.members:
                return self.members[folder + name]
        return None

    def extract(self, name, path):
        if ".." in path.split("/"):
            raise Problem("the wheel has a member with '..' in its name")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        try:
            with self.archive.open(name) as member, open(path, "wb") as file:
                shutil.copyfileobj(member, file, BLOCK)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise Problem("{} cannot be unpacked: {}".format(name, error))


class _Tree:
    def __init__(self, wheel, request, on_progress):
        self.wheel, self.root, self.on_progress = wheel, request["into"], on_progress
        self.compiler, self.room = request["compiler"], request["room"]
        self.libraries = os.path.join(self.root, "lib")
        self.done = 0

    def make(self):
        members = dict(self.wheel.headers())
        members["torch/version.py"] = "version.py"
        if "torch/version.py" not in self.wheel.members:
            raise Problem("the wheel has no torch/version.py")
        roots = [self.wheel.library(name) for name in self.roots()]
        self.total = sum(self.wheel.members[name].file_size for name in members) + sum(i.file_size for i in roots)
        require_room(os.path.dirname(self.root), self.total, self.room)
        os.makedirs(self.libraries)
        for name, path in sorted(members.items()):
            self.take(self.wheel.members[name], os.path.join(self.root, path))
        self.take_libraries(self.roots())
        self.look_like_a_new_one()
        version_header.complete(self.root)

    def take(self, info, path):
        self.wheel.extract(info.filename, path)
        self.done += info.file_size
        self.on_progress(self.done, max(self.total, self.done))

    def roots(self):
        """What programs link. Since 1.5 the part for the CPU is a library of its own."""
        has = self.wheel.library
        if not has("libc10.so"):
            raise Problem("the wheel has no libc10.so: it is no LibTorch, or one before 1.0")
        if has("libtorch_cpu.so"):
            return ["libc10.so", "libtorch_cpu.so"]
        names = ("libc10.so", "libcaffe2.so", "libtorch.so", "libtorch.so.1")
        return [name for name in names if has(name)]

    def take_libraries(self, names):
        asked_by = {name: "LibTorch" for name in names}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            info = self.wheel.library(name)
            path = os.path.join(self.libraries, name)
            is_device = DEVICE.match(name) is not None
            if info and not (is_device and info.file_size > LARGEST_DEVICE_LIBRARY):
                self.take(info, path)
                new = [library for library in elf.needed(path) if library not in asked_by]
                asked_by.update((library, name) for library in new)
                waiting += new
            elif is_device:
                self.make_empty(name)
            elif not any(os.path.exists(os.path.join(folder, name)) for folder in SYSTEM_FOLDERS):
                raise Problem("{} needs {}, which neither the wheel nor this system has".format(asked_by[name], name),
                              "install the package that brings {}".format(name))

    def make_empty(self, name):
        command = [self.compiler, "-shared", "-nostdlib", "-Wl,-soname," + name, "-x", "c", os.devnull, "-o",
                   os.path.join(self.libraries, name)]
        made = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if made.returncode != 0:
            lines = made.stdout.decode("utf-8", "replace").strip().splitlines() or ["it says nothing"]
            raise Problem("{} cannot make an empty {}: {}".format(self.compiler, name, lines[-1]))

    def look_like_a_new_one(self):
        """Flags and probes are those of releases since 1.5: `libtorch.so` beside `libtorch_cpu.so`."""
        cpu = os.path.join(self.libraries, "libtorch_cpu.so")
        if os.path.exists(cpu):
            self.make_empty("libtorch.so")  # the wheel's own asks for all of CUDA
            return
        has_caffe2 = os.path.exists(os.path.join(self.libraries, "libcaffe2.so"))
        os.link(os.path.join(self.libraries, "libcaffe2.so" if has_caffe2 else "libtorch.so"), cpu)


def make(request, on_progress):
    shutil.rmtree(request["into"], ignore_errors=True)
    wheel = _Wheel(request["file"])
    with wheel.archive:
        _Tree(wheel, request, on_progress).make()
