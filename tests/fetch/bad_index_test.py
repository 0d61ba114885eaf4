#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad days of an index, of its wheels and of the disk: one message, exit code 4, and nothing half-made."""
import os
import resource
import subprocess
import unittest

import fetching
from fetching import Fetching, library, wheel, wheel_name


class BadIndex(Fetching):
    def refused(self, message, *words):
        self.assertIn(message, self.fetch("--cpp", "2.6.0", *words, code=4))
        self.assert_nothing_made()

    def test_no_index_there(self):
        self.refused("cannot reach", "--index", "http://127.0.0.1:9/simple")
        self.refused("is no address of a package index", "--index", "file:///etc")

    def test_no_such_project(self):
        self.index.files.clear()
        self.assertIn("it has none at all", self.fetch("--cpp", "2.6.0", code=2))

    def test_a_password_is_not_shown(self):
        message = self.fetch("--cpp", "2.6.0", "--index", "http://me:secret@127.0.0.1:9/simple", code=4)
        self.assertNotIn("secret", message)

    def test_the_wheel_is_gone(self):
        self.index.gone.add(self.name)
        self.refused("answers 404")

    def test_the_hash_is_wrong(self):
        self.index.wrong.add(self.name)
        self.refused("does not have the hash that the index lists")
        self.index.wrong.clear()  # what was downloaded is gone with it: nothing goes on from there
        self.fetch("--cpp", "2.6.0")

    def test_a_download_that_is_cut_goes_on_in_the_middle(self):
        self.index.cut.add(self.name)
        self.fetch("--cpp", "2.6.0")
        half = len(self.index.files[self.name]) // 2
        self.assertIn(("/files/" + self.name, "bytes={}-".format(half)), self.index.asked)

    def test_a_server_without_ranges_sends_all_of_it_again(self):
        self.index.cut.add(self.name)
        self.index.plain.add(self.name)
        self.fetch("--cpp", "2.6.0")

    def test_no_wheel_for_this_machine(self):
        for linux in ("macosx_11_0_arm64", "win_amd64", "manylinux_2_99_x86_64", "manylinux1_s390x"):
            self.index.files.clear()
            self.index.add(wheel_name("2.6.0", linux=linux), wheel("2.6.0", self.members()))
            self.assertIn("has no torch 2.6.0 for this machine", self.fetch("--cpp", "2.6.0", code=2))


class BadWheel(Fetching):
    def refused(self, message, members):
        self.add("2.6.0", members)
        self.assertIn(message, self.fetch("--cpp", "2.6.0", code=4))
        self.assert_nothing_made()

    def test_a_needed_library_that_nothing_has(self):
        cpu = library(self.folder, "libtorch_cpu.so", ["libc10.so", "libnowhere.so.7"])
        self.refused("libtorch_cpu.so needs libnowhere.so.7, which neither the wheel nor this system has",
                     self.members(**{"torch/lib/libtorch_cpu.so": cpu}))

    def test_parts_that_are_missing_or_damaged(self):
        members = self.members()
        self.refused("no headers for C++", {name: members[name] for name in members if "include" not in name})
        self.refused("no libc10.so", {name: members[name] for name in members if "c10" not in name})
        self.refused("is no library", self.members(**{"torch/lib/libtorch_cpu.so": b"\x7fELF\x02\x01 and no more"}))
        self.refused("tells no version", self.members(**{"torch/version.py": "git = ''"}))
        self.refused("'..' in its name", self.members(**{"torch/include/../../../evil": "x"}))
        self.assertFalse(os.path.exists(self.path("data/quern/evil")))

    def test_a_wheel_that_is_no_archive(self):
        self.index.add(self.name, b"no zip")
        self.assertIn("cannot be unpacked", self.fetch("--cpp", "2.6.0", code=4))
        self.assert_nothing_made()


class Disk(Fetching):
    def setUp(self):
        super().setUp()
        self.add("2.6.0", self.members(**{"torch/include/large.h": os.urandom(2 << 20)}))

    def test_the_bound_is_kept(self):
        for bound in ("1M", "3M"):  # too little for the wheel, and for the tree beside it
            self.assertIn("--disk leaves", self.fetch("--cpp", "2.6.0", "--disk", bound, code=4))
            self.assert_nothing_made()
        self.fetch("--cpp", "2.6.0", "--disk", "20M")

    def test_a_file_that_cannot_grow(self):
        child = self.start("fetch", "--cpp", "2.6.0",
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
        _, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 4, err)
        self.assertIn("File too large", err)
        self.assert_nothing_made()

    def test_a_disk_that_is_full(self):
        small = self.path("small")
        os.mkdir(small)
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3M", "none", small]).returncode:
            self.skipTest("only root can mount a small disk")
        try:
            self.assertIn("MB free", self.fetch("--cpp", "2.6.0", "--into", small, code=4))
            self.assertEqual([name for name in os.listdir(small) if not name.startswith(".")], [])
        finally:
            subprocess.run(["umount", small])


if __name__ == "__main__":
    fetching.main(unittest)
