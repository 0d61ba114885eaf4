#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian package, unpacked into an empty root, measures what the build tree does: CPACK BUILD QUERN CACHE"""
import email
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from kept_directory import KeptDirectory, skip  # noqa: E402

SOURCE = HERE.parents[2]
MISSING = re.compile(r"valgrind not found|no LibTorch found|no C\+\+ compiler found")
SUM = ("x + w", "-s", "auto x = torch::ones({4, 4}); auto w = torch::ones({4, 4})")
PYTHON_SUM = ("x + 1", "-l", "python", "-s", "x = torch.ones((4, 4))")


def make_package(folder):
    """The package's path; what cpack says otherwise is the test's failure."""
    done = subprocess.run([CPACK, "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-G", "DEB", "-B", folder],
                          cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(pathlib.Path(folder).glob("*.deb"))


class Package(KeptDirectory):
    @classmethod
    def setUpClass(cls):
        # Always the same place, where the cache knows the sources that were unpacked the last time.
        folder = pathlib.Path(BUILD) / "package_test"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        cls.package = make_package(str(folder))
        cls.root = folder / "root"
        subprocess.run(["dpkg-deb", "-x", str(cls.package), str(cls.root)], check=True)

    def quern(self, *arguments, program=None):
        return subprocess.run([program or str(self.root / "usr/bin/quern"), *arguments], cwd=self.directory, text=True,
                              capture_output=True,
                              env={"PATH": os.environ["PATH"], "HOME": self.directory, "XDG_CACHE_HOME": CACHE})

    def count(self, *arguments, program=None):
        done = self.quern("time", *arguments, "-q", "--format", "json", program=program)
        if MISSING.search(done.stderr):
            skip(done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr)
        case = json.loads(done.stdout)["cases"][0]
        self.assertEqual((case["status"], case["verdict"]), ("ok", "exact"))
        return case["instructions"]

    def test_the_count_is_the_build_trees(self):
        self.assertEqual(self.count(*SUM), self.count(*SUM, program=QUERN))

    def test_python_is_measured(self):
        self.assertGreater(self.count(*PYTHON_SUM), 1000)

    def test_nothing_of_the_source_tree_is_used(self):
        listed = self.quern("list", "--json").stdout
        case = next(case["id"] for case in json.loads(listed)["cases"] if case["language"] == "cpp")
        shown = self.quern("show", case, "--commands").stdout
        self.assertIn(f"-I{self.root}/usr/share/quern ", shown)
        for folder in ("worker", "callgrind_client", "definitions"):
            self.assertNotIn(f"{SOURCE}/{folder}", listed + shown)

    def test_the_doctor_finds_everything(self):
        done = self.quern("doctor")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_it_depends_on_libraries_and_recommends_what_measures(self):
        text = subprocess.run(["dpkg-deb", "-f", str(self.package)], capture_output=True, text=True, check=True).stdout
        control = email.message_from_string(text)
        self.assertRegex(control["Depends"], r"\blibc6\b.*\blibsqlite3-0\b")
        self.assertNotRegex(control["Depends"], "torch|valgrind|clang|python")
        self.assertEqual(control["Recommends"], "valgrind, clang")
        self.assertEqual(control["Suggests"], "libtorch-dev, python3-torch")
        self.assertEqual(control["Section"], "devel")
        self.assertEqual(f"quern {control['Version']}", self.quern("--version").stdout.strip() + "-1")
        self.assertRegex(control["Description"], r"^exact instruction counts.*\n Quern measures")

    def test_documents_are_where_debian_looks_for_them(self):
        shared = self.root / "usr/share"
        for name in ("doc/quern/copyright", "doc/quern/changelog.gz", "doc/quern/changelog.Debian.gz",
                     "doc/quern/README.md", "man/man1/quern.1.gz", "man/man1/quern-run.1.gz",
                     "zsh/vendor-completions/_quern", "bash-completion/completions/quern",
                     "quern/schemas/quern.run.1.schema.json", "doc/quern/docs/schemas/quern.run.1.schema.json"):
            self.assertTrue((shared / name).is_file(), name)
        if shutil.which("man"):
            page = subprocess.run(["man", "-l", str(shared / "man/man1/quern.1.gz")], capture_output=True, text=True)
            self.assertIn("quern-run(1)", page.stdout)


if __name__ == "__main__":
    CPACK, BUILD, QUERN, CACHE = sys.argv[1:]
    for tool in ("dpkg-deb", "dpkg-shlibdeps"):
        if not shutil.which(tool):
            skip(f"no {tool} here")
    unittest.main(argv=sys.argv[:1], verbosity=2)
