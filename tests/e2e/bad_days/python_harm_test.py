# SPDX-License-Identifier: Apache-2.0
"""Python cases that harm their own process, or are no Python, fail alone, each with its reason and its place."""
import os

import bad_day

SUITE = os.path.join(bad_day.HERE, "python_harm.yaml")
PLAIN = os.path.join(bad_day.HERE, "python_plain.yaml")
SECONDS = 5
# kind, message, line:column in the suite: of the code where it can be known, else of the definition (column 7)
FAILURES = {
    "raises": ("exception", "^ValueError: out of luck$", "16:25"),
    "raises_below": ("exception", r"^RuntimeError: shape '\[3, 5\]' is invalid", "22:13"),
    "raises_in_setup": ("exception", "^NameError: name 'nowhere' is not defined$", "26:53"),
    "raises_in_global_setup": ("exception", "^ModuleNotFoundError: No module named 'no_such_module'$", "27:69"),
    "raises_for_long": ("exception", "^ValueError: é{1000,}\ufffd?$", "28:35"),
    "raises_for_longer": ("exception", "^ValueError: xé{1000,}\ufffd?$", "29:37"),
    "raises_a_bad_text": ("exception", r"^ValueError: caf(\?|\\udce9)$", "30:37"),
    "raises_unprintably": ("exception", r"Mute: <exception str\(\) failed>$", "33:18"),
    "raises_without_stderr": ("exception", "^ValueError: unheard$", "34:41"),
    "syntax": ("exception", "^SyntaxError: invalid syntax$", "35:26"),
    "syntax_in_setup": ("exception", "^SyntaxError: ", "36:54"),
    "syntax_in_global_setup": ("exception", "^SyntaxError: ", "37:70"),
    "indents": ("exception", "unexpected indent$", "41:11"),
    "returns": ("exception", "^SyntaxError: 'return' outside function$", "42:26"),
    "yields": ("exception", "^SyntaxError: 'yield' outside function$", "43:25"),
    "breaks": ("exception", "^SyntaxError: 'break' outside loop$", "44:(26|35)"),
    "awaits": ("exception", "^SyntaxError: 'await' outside function$", "45:25"),
    "exits": ("exception", "^SystemExit: 3$", "46:24"),
    "exits_at_once": ("exit", "exit code 3$", "47:7"),
    "aborts": ("crash", "^ended by SIGABRT$", "48:7"),
    "segfaults": ("crash", "^ended by SIGSEGV$", "49:7"),
    "recurses": ("exception", "^RecursionError: ", "50:45"),
    "is_interrupted": ("exception", "^KeyboardInterrupt$", "51:33"),
    "is_killed": ("crash", "^ended by SIGTERM$", "52:7"),
    "loops": ("timeout", f"^not done after {SECONDS} s$", "53:7"),
    "continues": ("exception", "^SyntaxError: 'continue' not properly in loop$", "54:28"),
}
TRACEBACK = f"""\
Traceback (most recent call last):
  File "{SUITE}", line 25, in stmt
    outer(z)
  File "{SUITE}", line 22, in outer
    return inner.view(3, 5)
RuntimeError: shape '[3, 5]' is invalid for input of size 16
"""


def of_group(cases, group):
    return {name.partition("/")[2]: case for name, case in cases.items() if name.startswith(f"{group}/")}


class PythonHarm(bad_day.BadDay):
    def test_each_fails_alone_and_the_others_are_measured(self):
        alone = self.run_suite(PLAIN)
        self.assertEqual(alone.code, 0, alone.err)
        result = self.run_suite(SUITE, "--timeout", str(SECONDS))
        self.assertEqual((result.code, result.document["stable"]), (1, True), result.err)
        self.check_bad(of_group(result.cases, "bad"))
        self.check_fine(of_group(result.cases, "fine"))
        for group in "good", "good_again":
            for name, case in of_group(result.cases, group).items():
                self.check_same(case, alone.cases[name])
        for case in of_group(result.cases, "odd").values():
            self.check_same(case, alone.cases["add"])

    def check_same(self, case, alone):
        with self.subTest(case["id"]):
            self.check_exact(case)
            self.assertEqual(case["instructions"], alone["instructions"])

    def check_bad(self, cases):
        self.assertEqual(set(cases), set(FAILURES))
        for name, (kind, message, place) in FAILURES.items():
            with self.subTest(name):
                self.check_failed(cases[name], kind, message, rf"python_harm\.yaml:{place}$")
        with self.subTest("a traceback names the user's file and lines, and nothing of ours"):
            self.assertEqual(cases["raises_below"]["failure"]["log"], TRACEBACK)

    def check_fine(self, cases):
        self.assertEqual(cases.pop("leaks")["status"], "ok")  # each megabyte is a new one
        # Their own work is counted, and what they do to wait for each other varies.
        self.assertGreater(cases.pop("starts_threads")["instructions"], 2 * 1000 * 20)
        for case in cases.values():
            self.check_exact(case)
        counts = {name: case["instructions"] for name, case in cases.items()}
        self.assertEqual((counts.pop("nothing"), counts.pop("comment")), (0, 0))
        self.assertGreater(min(counts.values()), 100, counts)


if __name__ == "__main__":
    bad_day.main()
