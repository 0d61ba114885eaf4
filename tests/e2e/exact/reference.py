# SPDX-License-Identifier: Apache-2.0
"""Measures the C++ part of the standard suite once, for the tests that hold other runs against it:
QUERN CACHE REFERENCE.json"""
import collections
import json
import sys

import measuring


def main():
    quern, (reference,) = measuring.arguments()
    cases = quern.measure("run", "--no-python", "-j2")
    with open(reference, "w", encoding="utf-8") as file:
        json.dump(cases, file)
    verdicts = collections.Counter(case["verdict"] for case in cases.values())
    print(f"{len(cases)} cases: {dict(verdicts)}")
    if verdicts["exact"] < 0.95 * len(cases):
        loose = {id_: case["verdict"] for id_, case in cases.items() if case["verdict"] != "exact"}
        print(f"fewer than 95 % are exact: {json.dumps(loose, indent=2)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
