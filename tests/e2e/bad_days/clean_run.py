# SPDX-License-Identifier: Apache-2.0
"""Two runs at once, on a cache without anything in it: they agree and build everything once. What they built and what they
counted is there for the other tests."""
import json
import os

import bad_day

PLAIN = os.path.join(bad_day.HERE, "plain.yaml")
MISSING = ("valgrind not found", "no LibTorch found", "no C++ compiler found")


class CleanRun(bad_day.BadDay):
    def cold_cache(self):
        """The cache that the tests share, the first time; another one if that is filled already."""
        filled = os.path.exists(os.path.join(bad_day.CACHE, "quern"))
        return os.path.join(self.directory, "cold") if filled else bad_day.CACHE

    def test_two_at_once_on_a_cold_cache_are_exact_and_build_everything_once(self):
        cold = self.cold_cache()
        folders = [os.path.join(self.directory, name) for name in "ab"]
        for folder in folders:
            os.mkdir(folder)
        both = [bad_day.Running(["run", PLAIN, "--format", "json", "-j1"], folder, {"XDG_CACHE_HOME": cold})
                for folder in folders]
        first, second = [self.finish(running) for running in both]
        self.assertEqual(first, second)
        self.assertEqual(os.listdir(os.path.join(cold, "quern/making")), [])
        entries = {kind: self.entries(os.path.join(cold, "quern", kind)) for kind in ("header", "server", "snippets")}
        self.assertEqual(entries, {"header": 1, "server": 1, "snippets": 5})  # three of them are sentries
        with open(os.path.join(bad_day.CACHE, bad_day.CLEAN), "w", encoding="utf-8") as stream:
            json.dump(first, stream)

    @staticmethod
    def entries(folder):
        """How many there are, of all keys: what is built twice lies beside the first."""
        return sum(len(os.listdir(os.path.join(folder, key))) for key in os.listdir(folder))

    def finish(self, running):
        """Name → instructions."""
        result = running.finish(timeout=500)
        self.check_nothing_left(running)
        if any(words in result.err for words in MISSING):
            bad_day.skip(result.err.strip())
        self.assertEqual(result.code, 0, result.err)
        self.assertTrue(result.document["stable"])
        self.assertEqual({case["verdict"] for case in result.cases.values()}, {"exact"})
        return {name: case["instructions"] for name, case in result.cases.items()}


if __name__ == "__main__":
    bad_day.main()
