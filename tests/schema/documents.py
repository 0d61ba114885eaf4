#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that documents are what their schema says, and that the schema would notice if they were not."""
import argparse
import copy
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-jsonschema)")
    sys.exit(125)

# What a wrong document could look like: the path to a value, and the value.
SPOILT = (
    (("check", "verdict"), "worse"),
    (("check", "counts", "worse"), 1),
    (("check", "base", "measured"), "no"),
    (("check", "confirmation"), None),
    (("check", "expired", 0, "expires"), "soon"),
    (("check", "blocking", 0), {"what": "compiler"}),
    (("cases", 0, "finding"), "slower"),
    (("cases", 0, "magnitude"), "huge"),
    (("cases", 0, "limit"), {"ir": {"text": "0.2%"}}),
    (("cases", 0, "metrics"), {"alloc_count": {"a": 1}}),
    (("cases", 0, "waived"), {"reason": "known"}),
    (("cases", 0, "note"), 3),
)


def spoil(document, path, value):
    spoilt = copy.deepcopy(document)
    target = spoilt
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return spoilt


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--schema", type=pathlib.Path, required=True)
    parser.add_argument("--printed-by", required=True)
    options = parser.parse_args()
    schema = json.loads(options.schema.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    printed = subprocess.run([options.printed_by], capture_output=True, check=True, timeout=60).stdout.decode()
    documents = [json.loads(line) for line in printed.splitlines()]
    wrong = [f"document {number}: {'/'.join(map(str, error.absolute_path))}: {error.message}"
             for number, document in enumerate(documents) for error in validator.iter_errors(document)]
    wrong += [f"accepted: {path} = {value}" for path, value in SPOILT
              if validator.is_valid(spoil(documents[-1], path, value))]
    print("\n".join(wrong) or f"{len(documents)} documents are valid, {len(SPOILT)} spoilt ones are not")
    return 1 if wrong or len(documents) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
