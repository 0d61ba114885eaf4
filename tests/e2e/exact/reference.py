# SPDX-License-Identifier: Apache-2.0
"""Measures the C++ part of the standard suite once, together with neighbours.yaml, for the tests that
hold other runs against it: QUERN CACHE REFERENCE.json"""
import collections
import json
import os
import sys

import measuring

HERE = os.path.dirname(os.path.abspath(__file__))
NEIGHBOURS = os.path.join(HERE, "neighbours.yaml")
SUITES = (os.path.join(HERE, "..", "..", "..", "definitions"), NEIGHBOURS)
# The generator is filled again every 624 numbers, so an iteration costs more now and then.
MAY_JITTER = {"pointwise/data_movement/rng:eager:forward:cpp:t1"}


def is_loose(case):
    """On a busy machine the first repeats of several threads may disagree, and then count; what they settle on does not."""
    expected = {"exact", "settled"} if case["num_threads"] > 1 else {"exact"}
    return case["verdict"] not in expected and case["id"] not in MAY_JITTER


def main():
    quern, (reference,) = measuring.arguments()
    cases = quern.measure("run", *SUITES, "--no-python", "-j2")
    with open(reference, "w", encoding="utf-8") as file:
        json.dump(cases, file)
    verdicts = collections.Counter(case["verdict"] for case in cases.values())
    print(f"{len(cases)} cases: {dict(verdicts)}")
    loose = {id_: case["verdict"] for id_, case in cases.items() if is_loose(case)}
    if loose:
        print(f"not exact, though nothing in them is random: {json.dumps(loose, indent=2)}")
    return 1 if loose else 0


if __name__ == "__main__":
    sys.exit(main())
