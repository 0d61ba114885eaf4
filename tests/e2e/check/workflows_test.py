# SPDX-License-Identifier: Apache-2.0
"""The workflow files of the example: they parse, and every quern line in them runs: QUERN CACHE ROOT"""
import os
import shlex
import shutil
import string
import subprocess
import unittest

import gate

try:
    import yaml
except ImportError:
    gate.skip("python3-yaml is not installed")

GITHUB = ".github/workflows/quern.yml"
GITLAB = ".gitlab-ci.yml"


def scripts(node):
    """The text of every `run` and `script` in a workflow file."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("run", "script", "before_script"):
                yield "\n".join(value) if isinstance(value, list) else value
            else:
                yield from scripts(value)
    elif isinstance(node, list):
        for item in node:
            yield from scripts(item)


def quern_lines(document):
    lines = [line.strip() for script in scripts(document) for line in script.splitlines()]
    return [line for line in lines if line.startswith("quern ")]


class Workflows(gate.Gate):
    def setUp(self):
        super().setUp()
        self.example = os.path.join(ROOT, "examples/pr_gate")
        self.repository = self.path("repository")
        shutil.copytree(self.example, self.repository)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x")
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.git("fetch", "--quiet", ".", "main")
        self.build("build.sh")

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.repository, env=gate.variables_for_git(self.quern), check=True)

    def build(self, script):
        subprocess.run([os.path.join(self.repository, script)], check=True)

    def load(self, name):
        with open(os.path.join(self.example, name), encoding="utf-8") as file:
            return yaml.safe_load(file)

    def run_lines(self, lines):
        for line in lines:
            words = shlex.split(string.Template(line).substitute(GITHUB_BASE_REF="main"))
            self.assertEqual("check" in words, "--rules" in words)
            self.run_quern(*words[1:], "-q", expect=0, directory=self.repository)

    def produced(self, *names):
        return all(os.path.getsize(os.path.join(self.repository, name)) > 0 for name in names)

    def test_github_actions(self):
        document = self.load(GITHUB)
        self.assertEqual(document["jobs"]["check"]["container"], "debian:12")
        self.assertIn("pull_request", str(document[True]))  # YAML 1.1 reads `on` as a truth value
        lines = quern_lines(document)
        self.assertEqual(len(lines), 1)
        shutil.copytree(self.example, os.path.join(self.repository, "base"))
        self.build("base/build.sh")
        self.run_lines(lines)
        self.assertTrue(self.produced("quern.md", "quern.xml"))

    def test_gitlab(self):
        document = self.load(GITLAB)
        lines = quern_lines(document)
        self.assertEqual([line.split()[1] for line in lines], ["run", "check"])
        self.assertEqual(document["check"]["artifacts"]["reports"]["junit"], "quern.xml")
        self.run_lines(lines)
        self.assertTrue(self.produced("baseline.json", "quern.md", "quern.xml"))

    def test_the_guide_shows_what_the_files_say(self):
        with open(os.path.join(ROOT, "docs/ci.md"), encoding="utf-8") as file:
            guide = file.read()
        for name in GITHUB, GITLAB:
            for line in quern_lines(self.load(name))[-1:]:
                self.assertIn(line, guide)


if __name__ == "__main__":
    gate.Gate.quern, (ROOT,) = gate.arguments()
    unittest.main()
