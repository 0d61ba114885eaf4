#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rejects includes that break the edges of docs/architecture.md, and files without an SPDX line."""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ("base", "callgrind_client", "worker", "expand", "harness")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# Who may include what of ours: the first entry that is a prefix of the including file counts.
RESULT_SIDE = ("harness/process", "harness/model", "harness/profile", "harness/store", "harness/compare",
               "harness/report", "expand", "base")
OURS = (
    ("base/", ("base",)),
    ("worker/protocol/", ()),
    ("worker/", ("worker", "callgrind_client")),
    ("callgrind_client/", ("callgrind_client",)),
    ("expand/case/", ("expand/case", "base")),
    ("expand/", ("expand", "base")),
    ("harness/store/", RESULT_SIDE),
    ("harness/compare/", RESULT_SIDE),
    ("harness/report/", RESULT_SIDE),
    ("harness/model/", RESULT_SIDE),
    ("harness/cli/", ("harness", "expand", "base")),
    ("harness/runs/", RESULT_SIDE + ("harness/measure", "harness/environment", "harness/settings", "harness/runs")),
    ("harness/settings/", RESULT_SIDE + ("harness/environment", "harness/settings")),
    ("harness/main.cpp", ("harness/cli",)),
    ("harness/man_pages.cpp", ("harness/cli",)),
    ("harness/measure/", RESULT_SIDE + ("harness/measure", "harness/build", "harness/environment", "harness/stepper",
                                         "worker/protocol")),
    ("harness/", RESULT_SIDE + ("harness/measure", "harness/build", "harness/environment", "harness/stepper")),
)
# Where an API of others may be seen: the pattern of the include, and the pattern of the including file.
THEIRS = (
    (r"yaml-cpp/", r"base/yaml/"),
    (r"xxhash", r"base/hash"),
    (r"re2/", r"base/pattern"),
    (r"boost/", r"harness/process/"),
    (r"CLI/", r"harness/cli/"),
    (r"sqlite3", r"harness/store/"),
    (r"(torch|ATen|c10)/", r"worker/(?!protocol/)"),
    (r"cuda|nvml|cupti", r"worker/(?!protocol/)"),
    (r"valgrind/", r"callgrind_client/"),
)
SPDX = "SPDX-License-Identifier: Apache-2.0"
CODE = re.compile(r"(\.(cpp|hpp|c|h|py|sh|cmake)|/CMakeLists\.txt|^CMakeLists\.txt)$")


def is_under(path, folder):
    return path == folder or path.startswith(folder + "/")


def wrong_include(file, quote, target):
    """Why `file` may not include `target`; nothing if it may."""
    for api, where in THEIRS:
        if re.match(api, target) and not re.match(where, file):
            return f"{file} includes {target}: only {where} may"
    if quote == "<":
        return f"{file} includes <{target}>: ours are quoted" if target.split("/")[0] in LAYERS else None
    if target.split("/")[0] not in LAYERS:
        return f'{file} includes "{target}": name it from the root of the repository'
    allowed = next((edges for prefix, edges in OURS if file.startswith(prefix)), ())
    return None if any(is_under(target, edge) for edge in allowed) else f"{file} may not include {target}"


def wrong_includes(file, text):
    found = (wrong_include(file, quote, target) for quote, target in INCLUDE.findall(text))
    return [reason for reason in found if reason]


def type_names(text):
    """Types that a header defines for everybody; those within others are indented."""
    return re.findall(r"^(?:struct|class|enum class) (\w+)\b(?!::)[^;]*?\{", text, re.MULTILINE)


def lacks_spdx(text):
    return not any(SPDX in line for line in text.splitlines()[:2])


def our_files():
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, check=True).stdout.decode().split("\0")
    return [name for name in listed if name and (ROOT / name).is_file()]


def is_code(name):
    if CODE.search(name):
        return True
    with open(ROOT / name, "rb") as stream:
        return stream.read(2) == b"#!"


class Layering(unittest.TestCase):
    def test_every_include_follows_the_edges(self):
        sources = [name for name in our_files() if name.split("/")[0] in LAYERS and re.search(r"\.(cpp|hpp|c|h)$", name)]
        self.assertGreater(len(sources), 40, "the sources were not found")
        wrong = [reason for name in sources for reason in wrong_includes(name, (ROOT / name).read_text())]
        self.assertEqual(wrong, [])

    def test_no_two_headers_define_a_type_of_the_same_name(self):
        """The linker takes one of both without a word."""
        headers = [name for name in our_files() if re.match(r"(base|expand|harness)/.*\.hpp$", name)]
        homes = {}
        for name in headers:
            for type_name in type_names((ROOT / name).read_text()):
                homes.setdefault(type_name, []).append(name)
        self.assertGreater(len(homes), 100, "the types were not found")
        self.assertEqual({name: files for name, files in homes.items() if len(files) > 1}, {})

    def test_every_file_of_code_names_its_licence(self):
        self.assertEqual([name for name in our_files() if is_code(name) and lacks_spdx((ROOT / name).read_text())], [])


class SelfTest(unittest.TestCase):
    """The checks above can fail."""

    WRONG = (
        ("base/code.cpp", '#include "expand/axes.hpp"'),
        ("base/code.cpp", '#include "worker/cpp/server.hpp"'),
        ("base/code.cpp", "#include <torch/torch.h>"),
        ("expand/axes.cpp", '#include "harness/cli/app.hpp"'),
        ("expand/axes.cpp", "#include <yaml-cpp/yaml.h>"),
        ("expand/case/case.cpp", '#include "expand/axes.hpp"'),
        ("expand/axes.cpp", '#  include "worker/cpp/server.hpp"'),
        ("harness/store/run_store.cpp", '#include "harness/measure/server.hpp"'),
        ("harness/compare/compare.cpp", '#include "harness/build/cache.hpp"'),
        ("harness/report/html.cpp", '#include "harness/environment/libtorch.hpp"'),
        ("harness/report/html.cpp", '#include "harness/cli/app.hpp"'),
        ("harness/cli/app.cpp", "#include <boost/process.hpp>"),
        ("harness/cli/app.cpp", "#include <sqlite3.h>"),
        ("harness/cli/app.cpp", "#include <expand/axes.hpp>"),
        ("harness/cli/app.cpp", '#include "app.hpp"'),
        ("harness/measure/server.cpp", "#include <CLI/CLI.hpp>"),
        ("harness/measure/server.cpp", '#include "harness/runs/kept_run.hpp"'),
        ("harness/runs/kept_run.cpp", '#include "harness/cli/app.hpp"'),
        ("harness/runs/kept_run.cpp", "#include <CLI/CLI.hpp>"),
        ("harness/settings/settings.cpp", '#include "harness/runs/kept_run.hpp"'),
        ("harness/measure/server.cpp", "#include <ATen/ATen.h>"),
        ("worker/cpp/server.cpp", "#include <valgrind/callgrind.h>"),
        ("callgrind_client/client.c", '#include "base/code.hpp"'),
    )
    RIGHT = (
        ("worker/cpp/server.cpp", "#include <torch/torch.h>"),
        ("worker/cpp/server.cpp", '#include "callgrind_client/client.h"'),
        ("callgrind_client/client.c", "#include <valgrind/callgrind.h>"),
        ("base/yaml/yaml_reader.cpp", "#include <yaml-cpp/parser.h>"),
        ("harness/measure/server.cpp", '#include "harness/build/cache.hpp"'),
        ("harness/store/run_store.cpp", '#include "harness/model/run.hpp"'),
    )

    def test_made_up_wrong_includes_are_rejected(self):
        for file, line in self.WRONG:
            with self.subTest(file=file, line=line):
                self.assertEqual(len(wrong_includes(file, f"#pragma once\n{line}\n")), 1)

    def test_right_includes_are_accepted(self):
        for file, line in self.RIGHT:
            with self.subTest(file=file, line=line):
                self.assertEqual(wrong_includes(file, line), [])

    def test_types_are_told_from_what_only_announces_them(self):
        text = "struct A;\nclass B final : public A {\n  struct Inner {};\n};\nenum class C { x };\nstruct D {\n};\n"
        self.assertEqual(type_names(text), ["B", "C", "D"])

    def test_a_file_without_a_licence_is_noticed(self):
        self.assertTrue(lacks_spdx("#pragma once\n"))
        self.assertFalse(lacks_spdx(f"#!/bin/sh\n# {SPDX}\n"))


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
