#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `quern env fetch` makes on a good day, what it chooses, and that `quern env list` and `rm` know it."""
import json
import os
import re
import shutil
import subprocess
import unittest

import fetching
from fetching import Fetching
from package_index import HEADERS, wheel


class Chosen(Fetching):
    def setUp(self):
        super().setUp()
        for version in ("1.0.0", "1.0.1", "1.9.0", "1.10.0", "1.10.1", "2.0.0", "2.7.0a0+git123"):
            self.add(version)
        self.index.yanked.add(self.add("1.10.2"))

    def test_a_range_takes_the_latest_patch_of_each_minor_version_and_nothing_yanked_or_unfinished(self):
        self.fetch("--cpp", "1.0..2.7")
        self.assertEqual(self.names(), ["torch-1.0.1-cpp", "torch-1.9.0-cpp", "torch-1.10.1-cpp", "torch-2.0.0-cpp",
                                        "torch-2.6.0-cpp"])

    def test_all_patches_if_asked_for_and_what_is_named_as_it_is(self):
        self.fetch("--cpp", "--patch", "all", "1.10..1.10")
        self.assertEqual(self.names(), ["torch-1.10.0-cpp", "torch-1.10.1-cpp"])
        self.fetch("--cpp", "1.10.2", "2.7.0a0+git123")
        self.assertEqual(self.names()[-1], "torch-2.7.0a0_git123-cpp")
        self.assertIn("torch-1.10.2-cpp", self.names())

    def test_words_that_mean_no_release_are_wrong_usage(self):
        for word, message in (("../x", "neither a version nor a range"), ("2.6.0/..", "neither a version nor a range"),
                              ("latest", "neither a version nor a range"), ("3.0", "has no torch 3.0"),
                              ("1.10.7", "it has 1.10.0, 1.10.1"), ("2.0..1.0", "no release of torch is in"),
                              ("..", "neither a version nor a range")):
            self.assertIn(message, self.fetch("--cpp", word, code=2))
        self.assert_nothing_made()


class Made(Fetching):
    def tree(self, name="torch-2.6.0-cpp"):
        return os.path.join(self.place, name)

    def test_the_cpp_part_is_headers_libraries_and_empty_ones_for_cuda(self):
        out = self.fetch("--cpp", "2.6.0")
        self.assertIn("quern run --env torch-2.6.0-cpp", out)
        self.assertEqual(sorted(os.listdir(os.path.join(self.tree(), "lib"))),
                         ["libc10.so", "libcudart.so.12", "libgomp-1a2b.so.1", "libtorch.so", "libtorch_cpu.so"])
        with open(os.path.join(self.tree(), HEADERS[len("torch/"):], "version.h"), encoding="utf-8") as stream:
            self.assertIn('#define TORCH_VERSION "2.6.0"', stream.read())
        with open(os.path.join(self.tree(), "quern-environment.json"), encoding="utf-8") as stream:
            self.assertEqual(json.load(stream)["installation"], "cpp")
        self.assertEqual(os.listdir(os.path.join(self.place, ".downloads")), [])

    def test_a_tree_before_1_5_is_made_to_look_like_a_later_one(self):
        headers = "torch/lib/include/torch/csrc/api/include/torch/torch.h"
        self.add("1.0.1", {headers: "", "torch/lib/libc10.so": self.c10, "torch/lib/libcaffe2.so": self.c10,
                           "torch/lib/libtorch.so.1": self.c10, "torch/lib/libtorch.so": self.c10})
        self.fetch("--cpp", "1.0.1")
        tree = self.tree("torch-1.0.1-cpp")
        self.assertTrue(os.path.samefile(tree + "/lib/libtorch_cpu.so", tree + "/lib/libcaffe2.so"))
        with open(tree + "/include/torch/csrc/api/include/torch/version.h", encoding="utf-8") as stream:
            self.assertIn("#define TORCH_VERSION_PATCH 1\n", stream.read())

    def test_what_is_there_is_not_fetched_again_and_can_be_removed(self):
        self.fetch("--cpp", "2.6.0")
        self.index.gone.add(self.name)
        self.fetch("--cpp", "2.6.0")
        code, out, _ = self.quern("rm", "torch-2.6.0-cpp")
        self.assertEqual(code, 0)
        self.assertIn("freed", out)
        self.assert_nothing_made()
        for name in ("torch-2.6.0-cpp", "../data", ".making"):
            code, _, err = self.quern("rm", name)
            self.assertEqual(code, 2)
            self.assertIn("no environment '{}' was fetched".format(name), err)

    def test_another_place_has_other_words_to_use_it(self):
        out = self.fetch("--cpp", "2.6.0", "--into", "else where")
        self.assertIn("QUERN_TORCH_ROOT", out)
        self.assertTrue(os.path.isdir(self.path("else where/torch-2.6.0-cpp/lib")))
        self.assertEqual(self.names(), [])

    def test_a_folder_that_was_not_fetched_is_left_alone(self):
        self.write("data/quern/environments/torch-2.6.0-cpp/mine", "")
        self.assertIn("was not fetched", self.fetch("--cpp", "2.6.0", code=4))
        self.assertTrue(os.path.exists(os.path.join(self.place, "torch-2.6.0-cpp/mine")))

    def test_two_at_once_make_one(self):
        self.index.slow.add(self.name)
        both = [self.start("fetch", "--cpp", "2.6.0") for _ in range(2)]
        errors = [child.communicate(timeout=60)[1] for child in both]
        self.assertEqual([child.returncode for child in both], [0, 0], errors)
        self.assertTrue(any("waiting for another fetch" in error for error in errors))
        self.assertEqual(self.names(), ["torch-2.6.0-cpp"])
        self.assertEqual(sum(path.startswith("/files/") for path, _ in self.index.asked), 1)


class Full(Fetching):
    def setUp(self):
        super().setUp()
        if subprocess.run(["python3", "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no venv in this Python")
        self.index.add("numpy-2.0.0-py3-none-any.whl", wheel("2.0.0", {"numpy/__init__.py": ""}, project="numpy"))

    def test_a_virtual_environment_knows_its_name_everywhere(self):
        self.fetch("2.6.0")
        folder = os.path.join(self.place, "torch-2.6.0")
        shown = subprocess.run([folder + "/bin/python", "-c", "import torch; print(torch.__version__, torch.__file__)"],
                               stdout=subprocess.PIPE, text=True).stdout
        self.assertTrue(shown.startswith("2.6.0 " + folder), shown)
        made_of = subprocess.run(["grep", "-rlF", ".making/", folder], stdout=subprocess.PIPE, text=True).stdout
        others = [name for name in made_of.split() if not re.search("/pyvenv.cfg$|/(pip|setuptools|pkg_resources)/", name)]
        self.assertEqual(others, [])

    def test_uv_does_it_too_where_it_is_installed(self):
        uv = shutil.which("uv")
        if not uv:
            self.skipTest("no uv here")
        self.programs = [os.path.dirname(uv)]
        self.test_a_virtual_environment_knows_its_name_everywhere()

    def test_a_torch_that_cannot_be_imported_is_not_kept(self):
        self.add("2.5.0", {"torch/__init__.py": "raise RuntimeError('no such device')"})
        self.assertIn("no such device", self.fetch("2.5.0", code=4))
        self.assert_nothing_made()

    def test_no_python_fits(self):
        self.add("1.4.0", python="cp27")
        message = self.fetch("1.4.0", code=4)
        self.assertIn("no Python here fits torch 1.4.0: its wheels are for cp27", message)
        self.assertIn("--cpp needs none", message)
        self.assertIn("cannot be run", self.fetch("2.6.0", "--python", "no-such-python", code=2))


if __name__ == "__main__":
    fetching.main(unittest)
