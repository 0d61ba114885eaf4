# SPDX-License-Identifier: Apache-2.0
"""Code that does not compile is named where it was written, and takes no other case with it."""
import os

import bad_day

FAILURES = {
    "bad/name": ("undeclared identifier 'nowhere'|'nowhere' was not declared", "14:28"),
    "bad/type": ("no viable conversion|cannot convert", "18:15"),
    "bad/syntax": ("expected", "19:31$"),
    "bad/brace": ("the statement is left by '}'", "20:"),
    "bad/template": ("static_assert|static assertion|deleted", "21:"),
    "bad/setup": ("no_such_member", "22:"),
    "bad/global": ("no/such/header.h", "23:"),
    "bad/axis/call=x.oops()": ("oops", "26:"),
}


class Mistakes(bad_day.BadDay):
    def test_each_is_named_where_it_was_written_and_the_others_are_measured(self):
        result = self.run_suite(os.path.join(bad_day.HERE, "mistakes.yaml"))
        self.assertEqual(result.code, 1, result.err)
        failed = {name for name, case in result.cases.items() if case["status"] == "failed"}
        self.assertEqual(failed, set(FAILURES))
        for name, (message, place) in FAILURES.items():
            with self.subTest(name):
                self.check_failed(result.cases[name], "compile", message, rf"mistakes\.yaml:{place}")
                if name != "bad/brace":  # which is found before the compiler is asked
                    self.assertIn("error:", result.cases[name]["failure"]["log"])
        self.check_good(result.cases, "good/add", "good/view")
        self.assertEqual(result.cases["bad/axis/call=x_+_y"]["instructions"],
                         result.cases["good/add"]["instructions"])

    def test_a_mistake_on_the_command_line_is_shown_in_its_words(self):
        result = self.quern("time", "x + nowhere", "-s", "auto x = torch::ones(1)", "--format", "json")
        self.assertEqual(result.code, 1, result.err)
        self.check_failed(result.cases["time"], "compile", "nowhere", "^STMT:1:5$")


if __name__ == "__main__":
    bad_day.main()
