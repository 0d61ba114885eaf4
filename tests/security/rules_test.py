# SPDX-License-Identifier: Apache-2.0
"""A pull request cannot change the rules that it is judged by: QUERN"""
import csv
import io
import json
import os

from trying import FORMATS, Trying, main

STRICT = "limits:\n  - ir: 1%\n"
LAX = "limits:\n  - ir: 50%\n"
WAIVER = "waivers:\n  - {match: add, reason: r, who: w, expires: 2999-12-31}\n"


class Rules(Trying):
    def setUp(self):
        super().setUp()
        self.write_runs()
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit(**{"quern.yaml": STRICT})
        self.git("checkout", "--quiet", "-b", "pr")

    def commit(self, **files):
        for name, text in files.items():
            self.write(name, text)
        self.git("add", *files)
        self.git("commit", "--quiet", "--message", "x")

    def check(self, *options, expect):
        return self.quern("check", "--base", "base.json", "--head", "head.json", *options, expect=expect)

    def test_without_the_option_a_pull_request_can_switch_the_gate_off(self):
        self.commit(**{"quern.yaml": LAX})
        self.check(expect=0)
        self.check("--rules", "main:quern.yaml", expect=3)

    def test_limits_waivers_and_options_are_those_of_the_revision(self):
        for files in ({"quern.yaml": LAX}, {"waivers.yaml": WAIVER}, {"quern.yaml": STRICT + "waivers: w.yaml\n", "w.yaml": WAIVER},
                      {"quern.yaml": STRICT + "filter: nothing\n"}, {"quern.yaml": "limits: [{ir: off}]\n"},
                      {"quern.yaml": "not: [yaml"}):
            self.commit(**files)
            done = self.check("--rules", "main:quern.yaml", expect=3)
            changed = [name for name in ("quern.yaml", "waivers.yaml") if name in files]
            self.assertIn("warning: judged by the rules of main:quern.yaml; this tree has another " + changed[0], done.stdout)
            self.git("checkout", "--quiet", "-B", "pr", "main")
        self.assertNotIn("this tree", self.check("--rules", "main:quern.yaml", expect=3).stdout)

    def test_waivers_that_the_revision_names_are_its_own(self):
        self.git("checkout", "--quiet", "main")
        self.commit(**{"sub/quern.yaml": STRICT + "waivers: w.yaml\n", "sub/w.yaml": WAIVER})
        self.git("checkout", "--quiet", "-B", "pr")
        os.remove(self.path("sub/w.yaml"))
        done = self.check("--rules", "main:sub/quern.yaml", expect=0)
        self.assertIn("this tree has another w.yaml", done.stdout)
        self.assertIn("main:sub/w.yaml:2", done.stdout)
        self.assertIn("reproduce: quern check --base base.json --head head.json --rules main:sub/quern.yaml", done.stdout)

    def test_every_report_says_that_the_rules_are_others(self):
        sentence = "judged by the rules of main:quern.yaml; this tree has another quern.yaml and another waivers.yaml"
        for changed in False, True:
            if changed:
                self.commit(**{"quern.yaml": LAX, "waivers.yaml": WAIVER})
            for name in FORMATS:
                text = self.check("--rules", "main:quern.yaml", "--format", name, expect=3).stdout
                with self.subTest(format=name, changed=changed):
                    if name == "json":
                        rules = json.loads(text)["check"]["rules"]
                        differing = ["quern.yaml", "waivers.yaml"] if changed else []
                        self.assertEqual(rules, {"from": "main:quern.yaml", "differing": differing})
                    else:
                        self.assertEqual(text.count(sentence), 1 if changed else 0, text)
                    if name == "csv":
                        widths = {len(row) for row in csv.reader(io.StringIO(text))}
                        self.assertEqual(len(widths), 1)

    def test_environments_are_those_of_the_revision(self):
        self.commit(**{"quern.yaml": "environments: {here: touch pwned}\n"})
        done = self.quern("check", "--base", "base.json", "--head", "env:here", "--rules", "main:quern.yaml", expect=2)
        self.assertIn("unknown environment 'here'", done.stderr)
        self.assertFalse(os.path.exists(self.path("pwned")))

    def test_no_file_can_stand_in_for_a_revision(self):
        self.commit(**{"main:quern.yaml": LAX, "quern.yaml": LAX})
        self.check("--rules", "main:quern.yaml", expect=3)
        self.check("--rules", "./main:quern.yaml", expect=0)

    def test_what_names_no_commit_or_no_file_is_refused(self):
        for rules in ("nowhere:quern.yaml", ":quern.yaml", "--help:quern.yaml", "main:", "main:../quern.yaml",
                      "main:/quern.yaml", "main:absent.yaml", "absent.yaml"):
            done = self.quern("check", "--base", "base.json", "--head", "head.json", f"--rules={rules}", expect=2)
            self.assertEqual(done.stdout, "", rules)
        self.git("tag", "main", "HEAD")  # as a branch is called already: which of them is meant?
        self.assertIn("does not name one commit", self.check("--rules", "main:quern.yaml", expect=2).stderr)
        self.check("--rules", "refs/heads/main:quern.yaml", expect=3)

    def test_a_file_that_is_larger_than_a_pipe_is_read_whole(self):
        self.git("checkout", "--quiet", "main")
        self.commit(**{"quern.yaml": "# " + 200000 * "x" + "\n" + STRICT})
        self.git("checkout", "--quiet", "-B", "pr")
        self.commit(**{"quern.yaml": LAX})
        self.check("--rules", "main:quern.yaml", expect=3)

    def test_a_repository_among_the_files_makes_git_run_nothing(self):
        monitor = self.write("monitor", f"#!/bin/sh\ntouch {self.path('pwned')}\n")
        os.chmod(monitor, 0o755)
        self.git("config", "core.fsmonitor", monitor)
        self.commit(**{"other": "x"})
        if os.path.exists(self.path("pwned")):
            os.remove(self.path("pwned"))
        self.check("--rules", "main:quern.yaml", expect=3)
        self.assertFalse(os.path.exists(self.path("pwned")))
        os.rename(self.path(".git"), self.path("bare"))  # as a pull request could have committed it
        self.git("config", "--file", self.path("bare/config"), "core.bare", "true", directory=self.directory)
        done = self.quern("check", "--base", "../base.json", "--head", "../head.json", "--rules", "main:quern.yaml",
                          directory=self.path("bare"), expect=2)
        self.assertIn("git finds none here", done.stderr)

    def test_a_file_elsewhere_is_possible_too(self):
        self.write("rules/quern.yaml", STRICT)
        self.commit(**{"quern.yaml": LAX})
        self.assertIn("this tree has another quern.yaml", self.check("--rules", "rules/quern.yaml", expect=3).stdout)


if __name__ == "__main__":
    main()
