# SPDX-License-Identifier: Apache-2.0
"""A against itself: nothing changes. A against B: what a separate run gives. QUERN CACHE REFERENCE.json"""
import json
import unittest

import two_roots

# Both languages, both runtimes, forward and backward.
FILTER = r"^(pointwise/math/add/[04]|training/simple|nn_modules/lstm|dispatch/no-op).*:t1$"


class Control(two_roots.TwoRoots):
    def test_a_against_a_prints_no_change_at_all(self):
        found = self.compare(QUERN, "--a-a", "-f", FILTER)
        self.assertGreater(len(found["cases"]), 8)
        self.assertEqual({case["verdict"] for case in found["cases"]}, {"same"})
        self.assertTrue(found["same_libraries"])
        self.assertEqual(found["differences"], [])
        with self.subTest("as in a run of the whole suite"):
            counts = {case["id"]: case["a"] for case in found["cases"] if ":eager:" in case["id"] and ":cpp:" in case["id"]}
            self.assertGreater(len(counts), 3)
            self.assertEqual(counts, {id_: REFERENCE[id_]["instructions"] for id_ in counts})


if __name__ == "__main__":
    QUERN, (path,) = two_roots.arguments()
    with open(path, encoding="utf-8") as file:
        REFERENCE = json.load(file)
    unittest.main()
