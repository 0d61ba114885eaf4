#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The document of a golden backtest is what its schema says, and the schema would notice if it was not: SCHEMA DOCUMENT"""
import copy
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-jsonschema)")
    sys.exit(125)

SPOILT = (
    (("schema",), "quern.backtest/2"),
    (("builds", 0, "status"), "skipped"),
    (("builds", 0, "name"), None),
    (("cases", 0, "values", 0, "status"), "measured"),
    (("cases", 0, "values", 0, "instructions"), "5"),
    (("cases", 0, "values", 0, "verdict"), "perhaps"),
    (("cases", 0, "steps", 0, "after"), -1),
    (("cases", 0, "steps", 0, "functions"), None),
    (("cases", 0, "label"), []),
)


def spoil(document, path, value):
    spoilt = copy.deepcopy(document)
    target = spoilt
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return spoilt


def main():
    schema, document = (json.loads(pathlib.Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:])
    validator = jsonschema.Draft7Validator(schema)
    wrong = [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(document)]
    wrong += [f"accepted: {path} = {value}" for path, value in SPOILT if validator.is_valid(spoil(document, path, value))]
    print("\n".join(wrong) or f"the document is valid, {len(SPOILT)} spoilt ones are not")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
