#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An installed tree works wherever it is moved to, and lacks nothing: CMAKE BUILD QUERN"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
OURS = re.compile(r'"((?:worker|callgrind_client|base)/[^"]+\.\w+)"')
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def links_of(document):
    return LINK.findall(CODE_BLOCK.sub("", document.read_text(encoding="utf-8")))


class BuildTree(unittest.TestCase):
    @unittest.skipUnless(os.uname().machine == "x86_64", "steps are made on x86-64 only")
    def test_who_builds_quern_alone_can_verify(self):
        """scripts/quickstart does, and 'quern verify' starts the stepper."""
        commands = run("ninja", "-C", BUILD, "-t", "commands", "quern").stdout
        self.assertRegex(commands, r"-o quern-stepper\b")


class InstalledTree(unittest.TestCase):
    """The tree is moved after it was installed, to a folder with a space in its name."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="quern-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        done = run(CMAKE, "--install", BUILD, "--prefix", cls.folder / "first")
        assert done.returncode == 0, done.stdout + done.stderr
        cls.tree = cls.folder / "moved to here"
        (cls.folder / "first").rename(cls.tree)
        (cls.folder / "home").mkdir()

    def quern(self, *arguments, program=None):
        """Calls the installed program from elsewhere, with an empty home and no tools."""
        return run(program or self.tree / "bin/quern", *arguments, cwd=self.folder / "home",
                   env={"HOME": str(self.folder / "home"), "PATH": "/nonexistent"})


class Installed(InstalledTree):
    def test_the_standard_suite_is_the_same(self):
        built = run(QUERN, "list", cwd="/")
        self.assertEqual(self.quern("list").stdout, built.stdout)
        self.assertIn(f"{self.tree}/share/quern/definitions/", self.quern("list", "--json").stdout)

    def test_it_works_through_links(self):
        link = self.folder / "link"
        link.symlink_to("second")
        (self.folder / "second").symlink_to(self.tree / "bin/quern")
        self.assertEqual(self.quern("--version", program=link).stdout, run(QUERN, "--version").stdout)
        self.assertEqual(self.quern("list", program=link).returncode, 0)

    def test_the_stepper_is_found(self):
        if not (pathlib.Path(BUILD) / "quern-stepper").exists():
            self.skipTest("made on x86-64 only")
        self.assertEqual([path.name for path in (self.tree / "bin").iterdir()], ["quern"])
        said = self.quern("verify", "-f", "^pointwise/math/add/0:.*cpp").stderr
        self.assertNotEqual(said, "")
        self.assertNotIn("is not there", said)

    def test_the_doctor_comes_to_a_result(self):
        done = self.quern("doctor")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("apt-get install", done.stdout)

    def test_every_source_that_the_driver_names_is_there(self):
        code = "".join(INCLUDE.sub("", file.read_text()) for file in sorted((SOURCE / "harness").rglob("*.cpp")))
        named = set(OURS.findall(code))
        self.assertIn("worker/cpp/server.cpp", named)
        self.assertIn("worker/python/server.py", named)
        self.assertEqual([name for name in sorted(named) if not (self.tree / "share/quern" / name).is_file()], [])

    def test_every_header_of_ours_that_a_source_includes_is_there(self):
        root = self.tree / "share/quern"
        sources = [file for file in root.rglob("*") if file.suffix in (".c", ".h", ".cpp", ".hpp")]
        self.assertGreater(len(sources), 10)
        missing = [f"{file.name}: {name}" for file in sources for name in INCLUDE.findall(file.read_text())
                   if not (root / name).is_file()]
        self.assertEqual(missing, [])

    def test_nothing_of_the_build_is_among_it(self):
        files = [file for file in self.tree.rglob("*") if file.is_file()]
        self.assertEqual([file for file in files if file.name in ("CMakeLists.txt", "__pycache__")], [])
        texts = [file for file in files if "share" in file.parts]
        self.assertEqual([file for file in texts if str(SOURCE) in file.read_text(encoding="utf-8")], [])

    def test_links_of_documents_lead_somewhere(self):
        documents = list((self.tree / "share/doc/quern").rglob("*.md"))
        self.assertGreater(len(documents), 10)
        broken = [f"{file.name}: {link}" for file in documents for link in links_of(file)
                  if not (file.parent / link).exists()]
        self.assertEqual(broken, [])


class Manual(InstalledTree):
    def commands(self):
        listed = self.quern("--help").stdout.partition("Subcommands:\n")[2].partition("\n\n")[0]
        return [line.split()[0] for line in listed.splitlines() if re.match(r"  \w", line)]

    def test_every_command_has_a_page_with_all_its_options(self):
        folder = self.tree / "share/man/man1"
        commands = self.commands()
        self.assertIn("run", commands)
        self.assertEqual(sorted(page.name for page in folder.iterdir()),
                         sorted(["quern.1"] + [f"quern-{name}.1" for name in commands]))
        for name in commands:
            page = (folder / f"quern-{name}.1").read_text(encoding="utf-8").replace("\\-", "-")
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", self.quern(name, "--help").stdout, re.MULTILINE):
                self.assertIn(option, page, name)

    def test_man_shows_every_page_without_a_warning(self):
        if not shutil.which("man"):
            self.skipTest("no man here")
        pages = sorted((self.tree / "share/man/man1").iterdir())
        done = run("man", "--warnings", "-l", *pages, env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("quern run -f 'pointwise/' --no-python", done.stdout)


class Completion(InstalledTree):
    def offered(self, shell, script, file):
        if not shutil.which(shell):
            self.skipTest(f"no {shell} here")
        done = run(shell, "--norc" if shell == "bash" else "-f", "-c", script, shell, self.tree / "share" / file)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash_completes_when_the_file_is_loaded(self):
        script = ('source "$1"; complete -p quern >/dev/null; COMP_WORDS=(quern do) COMP_CWORD=1; _quern;'
                  'echo "${COMPREPLY[@]}"')
        self.assertEqual(self.offered("bash", script, "bash-completion/completions/quern"), ["doctor"])

    def test_zsh_completes_the_first_time_it_loads_the_file(self):
        script = ('fpath=("${1:h}"); autoload -U _quern; compadd() { shift; print -l -- "$@" }; compdef() { }; _files() { };'
                  "words=(quern do) CURRENT=2 PREFIX=do; _quern")
        self.assertIn("doctor", self.offered("zsh", script, "zsh/site-functions/_quern"))


if __name__ == "__main__":
    CMAKE, BUILD, QUERN = sys.argv[1:]
    unittest.main(argv=sys.argv[:1], verbosity=2)
