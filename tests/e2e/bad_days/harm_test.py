# SPDX-License-Identifier: Apache-2.0
"""Cases that harm their own process fail alone, each with its reason."""
import os

import bad_day

SUITE = os.path.join(bad_day.HERE, "harm.yaml")
SECONDS = 12
FAILURES = {
    "throws": ("exception", "^out of luck$"),
    "throws_in_setup": ("exception", "^not even started$"),
    "throws_bytes": ("exception", "^caf\ufffd \ufffd \x1b\\[31mred$"),
    "throws_silently": ("exception", "without a message"),
    "throws_an_int": ("exception", "not a std::exception"),
    "throws_c10": ("exception", "^mat1 and mat2 shapes cannot be multiplied"),
    "aborts": ("crash", "^ended by SIGABRT$"),
    "segfaults": ("crash", "^ended by SIGSEGV$"),
    "recurses": ("crash", "^ended by SIGSEGV$"),
    "traps": ("crash", "^ended by SIGILL$"),
    "exits": ("exit", "exit code 0$"),
    "exits_at_once": ("exit", "exit code 3$"),
    "exits_quickly": ("exit", "exit code 4$"),
    "loops": ("timeout", f"^not done after {SECONDS} s$"),
    "forks_for_ever": ("timeout", f"^not done after {SECONDS} s$"),
    "spins_in_a_thread": ("exception", "^a thread keeps running between iterations"),
    "fills_its_disk": ("profile", "truncated"),
    "halves_its_profiles": ("profile", "truncated|empty|no dump"),
}
ODD = ["prints", "forks_once", "leaves_a_process", "leaves_a_session", "changes_the_directory", "closes_its_output",
       "closes_everything", "has_a_thread"]


class Harm(bad_day.BadDay):
    def test_each_fails_alone_and_the_others_are_measured(self):
        result = self.run_suite(SUITE, "--timeout", str(SECONDS))
        self.assertEqual(result.code, 1, result.err)
        self.assertEqual(len(result.cases), len(FAILURES) + len(ODD) + 5)
        for name, (kind, message) in FAILURES.items():
            with self.subTest(name):
                self.check_failed(result.cases[f"bad/{name}"], kind, message, r"harm\.yaml:\d+:7$")
        self.check_good(result.cases, "good/add", "good/view", "good_again/add", "good_again/view")
        for name in ODD:
            self.assertEqual(result.cases[f"odd/{name}"].get("instructions"),
                             result.cases["good/add"]["instructions"], name)
        self.assertEqual(result.cases["odd/leaks"]["status"], "ok")
        self.assertIn("last words \ufffd", result.cases["bad/aborts"]["failure"]["log"])


if __name__ == "__main__":
    bad_day.main()
