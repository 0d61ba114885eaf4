# SPDX-License-Identifier: Apache-2.0
"""A count depends on its case alone, whatever else is in the suite: QUERN CACHE REFERENCE.json"""
import json
import unittest

import measuring
import reference

NAMES = ("a", "b", "template_a", "template_b", "state_a", "state_b", "number", "index_a", "index_b")
# Backward looks its nodes up by their addresses, and LibTorch makes its threads anew in a forked process.
OF_THE_SUITE = ["empty/overloads/faithful_overload/1:eager:forward:cpp:t1", "nn_modules/lstm:eager:forward:cpp:t1",
                "training/ensemble:eager:forward_backward:cpp:t2"]


def id_of(name):
    return f"{name}:eager:forward:cpp:t1"


class Neighbours(measuring.KeptDirectory):
    """The reference, in which these cases ran among all of the standard suite, and runs of some of them."""

    def test_all(self):
        few = [id_of("a"), id_of("state_a"), id_of("index_a"), *OF_THE_SUITE]
        jobs = {"processes": [*reference.SUITES, "-j1", "--isolation", "process", "-f", measuring.exactly(few)],
                "alone": [reference.NEIGHBOURS, "-f", "^a:"],
                "first": [reference.NEIGHBOURS, "--shard", "1/2"], "second": [reference.NEIGHBOURS, "--shard", "2/2"]}
        found = dict(zip(jobs, measuring.in_parallel([
            lambda options=options: measuring.counts(QUERN.measure("run", "--no-python", *options))
            for options in jobs.values()])))
        with self.subTest("in processes of their own, which are not forks"):
            self.check(found["processes"], few)
        with self.subTest("alone"):
            self.check(found["alone"], [id_of("a")])
        with self.subTest("in shards"):
            self.check({**found["first"], **found["second"]}, map(id_of, NAMES))
            self.assertFalse(set(found["first"]) & set(found["second"]))

    def check(self, found, ids):
        self.assertEqual(found, {id_: REFERENCE[id_]["instructions"] for id_ in ids})


if __name__ == "__main__":
    QUERN, (path,) = measuring.arguments()
    with open(path, encoding="utf-8") as file:
        REFERENCE = json.load(file)
    unittest.main()
