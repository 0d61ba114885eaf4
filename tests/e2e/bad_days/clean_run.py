# SPDX-License-Identifier: Apache-2.0
"""Notes the counts of a clean run, for the other tests to compare with."""
import json
import os

import bad_day


class CleanRun(bad_day.BadDay):
    def test_a_clean_run_is_exact(self):
        result = self.run_suite(os.path.join(bad_day.HERE, "plain.yaml"))
        self.assertEqual(result.code, 0, result.err)
        self.assertTrue(result.document["stable"])
        self.assertEqual({case["verdict"] for case in result.cases.values()}, {"exact"})
        with open(os.path.join(bad_day.CACHE, bad_day.CLEAN), "w", encoding="utf-8") as stream:
            json.dump({name: case["instructions"] for name, case in result.cases.items()}, stream)


if __name__ == "__main__":
    bad_day.main()
