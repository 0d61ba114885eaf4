# SPDX-License-Identifier: Apache-2.0
"""A quern.yaml decides nothing that is run or written, and only one that can be trusted decides anything: QUERN"""
import os
import re

from trying import SUITE, Trying, main

# Nothing of these runs, writes or keeps anything; a new option has to be thought about.
MAY_BE_SET = {
    "a-a", "against", "allocator", "allow", "allow-different", "backward", "bad", "base", "build-timeout", "changed",
    "color", "denoise", "disk", "explain", "filter", "first-layout", "format", "fresh", "functions", "good", "head",
    "inclusive", "installation", "isolation", "iteration", "jobs", "json", "keep", "language", "layout", "layouts",
    "metrics", "no-confirm", "no-cpp", "no-python", "param-ids", "patch", "plot-labels", "plot-scale", "quiet",
    "resume-id", "retries", "seed", "shard", "short", "sort", "step", "stop-id", "strict", "tag", "threads",
    "time-budget", "time-target", "timeout", "top", "verbose", "waivers", "warmup"}
MUST_NOT = {"output", "report", "profiles", "flamegraph", "store", "cxx", "env", "a", "b", "stmt", "setup", "global",
            "append", "config", "output-prefix", "save", "resume", "rules", "commands", "suite",
            "backtesting", "command", "from", "index", "plot", "releases"}


class Settings(Trying):
    def options(self):
        """Every (command, option) that the help knows."""
        commands = re.findall(r"^  (\w+)  ", self.quern("--help", expect=0).stdout.split("Subcommands:")[1], re.M)
        self.assertGreater(len(commands), 8)
        for command in commands:
            text = self.quern(command, "--help", expect=0).stdout
            for name in re.findall(r"^  (?:-\w,)?--([\w-]+)", text, re.M):
                if name not in ("help", "version"):
                    yield command, name

    def test_no_option_that_names_a_command_or_a_file_can_be_set(self):
        seen = set()
        for command, name in self.options():
            seen.add(name)
            self.write("quern.yaml", f"{command}: {{{name}: x}}\n")
            found = self.quern("list", "nothing.yaml").stderr
            refused = f"'{name}' may not stand in quern.yaml" in found
            self.assertEqual(refused, name not in MAY_BE_SET, f"{command} --{name}: {found}")
        self.assertLessEqual(MUST_NOT, seen)

    def test_what_only_reads_runs_and_writes_nothing(self):
        self.write("s.yaml", SUITE)
        self.write("quern.yaml", "show: {commands: true, env: touch pwned}\n")
        self.quern("show", "one:eager:forward:python:t1", "s.yaml", expect=2)
        self.write_runs()
        for settings in ("{output: pwned}", "{report: md=pwned}", "{base: 'env:touch pwned'}"):
            self.write("quern.yaml", f"check: {settings}\n")
            self.quern("check", "--head", "head.json", expect=2)
        self.assertFalse(os.path.exists(self.path("pwned")))

    def test_a_side_in_a_file_is_a_stored_run_never_a_command(self):
        self.write_runs()
        self.write("quern.yaml", "check: {base: touch pwned; true}\n")
        self.assertIn("touch pwned", self.quern("check", "--head", "head.json", expect=2).stderr)
        self.write("quern.yaml", "check: {base: base.json}\n")
        self.quern("check", "--head", "head.json", expect=3)
        self.assertFalse(os.path.exists(self.path("pwned")))

    def test_no_environment_is_used_without_being_named(self):
        self.write("quern.yaml", "environments: {default: touch pwned}\n")
        self.assertIn("'default' is where quern is started", self.quern("env", "list", expect=2).stderr)
        self.assertFalse(os.path.exists(self.path("pwned")))

    def test_above_the_repository_nothing_is_used_and_quern_says_so(self):
        self.write("quern.yaml", "tag: one\n")
        self.write("repository/deep/s.yaml", SUITE)
        deep = self.path("repository/deep")
        self.assertEqual(len(self.listed(directory=deep).splitlines()), 1)
        self.git("init", "--quiet", directory=self.path("repository"))
        done = self.quern("list", "s.yaml", expect=0, directory=deep)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn("quern: '../../quern.yaml' is not used: it is above the repository's top\n", done.stderr)
        self.write("repository/quern.yaml", "tag: two\n")
        done = self.quern("list", "s.yaml", expect=0, directory=deep)
        self.assertTrue(done.stdout.startswith("two:"))
        self.assertNotIn("not used", done.stderr)


if __name__ == "__main__":
    main()
