#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quern list --json of the shipped definitions is what docs/schemas/quern.cases.1.schema.json says."""
import sys

from documents import Checker, run


def main(quern, suite):
    checker = Checker("quern.cases.1.schema.json")
    document = run([quern, "list", "--json", suite], 0)
    assert any(case["model"] for case in document["cases"]), "no case with a model: choose another suite"
    good = checker.check(document, "list --json")
    document["cases"] = [next(c for c in document["cases"] if c["model"]), document["cases"][0]]
    return 0 if checker.notices(document) and good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
