# SPDX-License-Identifier: Apache-2.0
"""`torch/version.h` for releases whose headers do not tell their version, or not all of it: what version.py says."""
import os
import re

from problem import Problem

HEADER = "include/torch/csrc/api/include/torch/version.h"
NEWER = "include/torch/headeronly/version.h"


def version_of(root):
    with open(os.path.join(root, "version.py"), encoding="utf-8") as stream:
        found = re.search(r"""^__version__\s*(?::[^=]*)?=\s*['"](\d+)\.(\d+)\.(\d+)([^'"]*)['"]""", stream.read(), re.MULTILINE)
    if not found:
        raise Problem("torch/version.py tells no version")
    return found.groups()


def complete(root):
    major, minor, patch, _ = version_of(root)
    path = os.path.join(root, HEADER)
    lines = ["#define TORCH_VERSION \"{}.{}.{}\"".format(major, minor, patch)]
    text = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
    else:
        lines = ["#pragma once"] + ["#define TORCH_VERSION_{} {}".format(part, number) for part, number in
                                    (("MAJOR", major), ("MINOR", minor), ("PATCH", patch))] + lines
    if os.path.exists(os.path.join(root, NEWER)) or re.search(r"#define\s+TORCH_VERSION\s", text):
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text + "\n".join(lines) + "\n")
