# SPDX-License-Identifier: Apache-2.0
"""A against itself: nothing changes. A against B: what two separate runs give. QUERN CACHE"""
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
        run = QUERN.measure("run", "--no-python", "-f", FILTER.replace(".*:t1", ".*:eager:.*:t1"))
        self.assertGreater(len(run), 3)
        counts = {case["id"]: case["a"] for case in found["cases"]}
        self.assertEqual({id_: counts[id_] for id_ in run}, {id_: case["instructions"] for id_, case in run.items()})

    def test_the_control_says_so_in_words(self):
        done = self.run_quern(QUERN, "ab", "-q", "--a-a", "--stmt", "x + x", "-s", "auto x = torch::ones({4})")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("A and B load the same libraries", done.stdout)
        self.assertIn("0 faster, 0 slower, 1 same, 0 unstable, 0 failed", done.stdout)
        self.assertIn("·", done.stdout)


if __name__ == "__main__":
    QUERN, _ = two_roots.arguments()
    unittest.main()
