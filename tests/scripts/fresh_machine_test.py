#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/fresh_machine with a debootstrap that only pretends: Refusals | Leavings"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/fresh_machine"
USAGE = "usage: scripts/fresh_machine SUITE [--keep] [--mirror URL] [-- COMMAND...]\n"
NOBODY = 65534
SKIPPED = 125


class Folder(unittest.TestCase):
    """Each test has a folder with a copy of the script that anybody can read, tools, and room for new systems."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="quern-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)
        self.script = self.folder / "scripts/fresh_machine"
        for name in ("scripts", "tools", "systems"):
            (self.folder / name).mkdir()
        shutil.copy(SCRIPT, self.script)

    def tool(self, name, text):
        path = self.folder / "tools" / name
        path.write_text("#!/bin/bash\n" + text)
        path.chmod(0o755)

    def variables(self):
        return {"PATH": "%s:/usr/sbin:/usr/bin:/sbin:/bin" % (self.folder / "tools"), "TMPDIR": str(self.folder / "systems")}

    def start(self, *arguments, **options):
        return subprocess.Popen([str(self.script), *arguments], cwd="/", text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.variables(), **options)

    def answer(self, *arguments, **options):
        process = self.start(*arguments, **options)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors


class Refusals(Folder):
    def test_wrong_usage_makes_nothing(self):
        wrong = ([], ["a", "b"], ["--new", "sid"], ["../sid"], ["sid", "--mirror"], ["sid", "--"], ["Sid"], ["-h"])
        for arguments in wrong:
            with self.subTest(arguments=arguments):
                self.assertEqual(self.answer(*arguments), (2, USAGE))
        self.assertEqual(list((self.folder / "systems").iterdir()), [])

    def test_who_is_not_root_is_told_so(self):
        other = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        code, errors = self.answer("sid", **other)
        self.assertEqual(code, 4)
        self.assertEqual(errors, "fresh_machine: only root can make a new system: sudo %s sid\n" % self.script)

    def test_a_missing_tool_is_named_with_its_package(self):
        tools = self.folder / "tools"
        for name in ("bash", "unshare", "git"):
            (tools / name).symlink_to(shutil.which(name))
        self.tool("id", "echo 0\n")
        self.variables = lambda: {"PATH": str(tools), "TMPDIR": str(self.folder / "systems")}
        code, errors = self.answer("sid")
        self.assertEqual(code, 4)
        self.assertEqual(errors, "fresh_machine: debootstrap is missing: apt-get install debootstrap util-linux git\n")


class Leavings(Folder):
    """Whatever happens, no folder, no mount and no process stays."""

    def assert_nothing_left(self):
        self.assertEqual(list((self.folder / "systems").iterdir()), [])
        self.assert_nothing_runs()

    def assert_nothing_runs(self):
        self.assertNotIn(str(self.folder), pathlib.Path("/proc/self/mountinfo").read_text())
        for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = process.read_bytes().decode(errors="replace")
            except OSError:  # ended meanwhile
                continue
            self.assertNotIn(str(self.folder), words)

    def test_the_exit_code_is_that_of_what_failed(self):
        self.tool("debootstrap", "exit 7\n")
        code, errors = self.answer("sid")
        self.assertEqual(code, 7)
        self.assertIn("fresh_machine: sid: the new system failed with exit code 7\n", errors)
        self.assert_nothing_left()

    def test_a_system_that_is_wanted_is_kept(self):
        self.tool("debootstrap", 'touch "$3/made of $2 from $4"; exit 7\n')
        code, errors = self.answer("sid", "--keep", "--mirror", "somewhere")
        self.assertEqual(code, 7)
        (system,) = (self.folder / "systems").iterdir()
        self.assertIn("kept in %s" % system, errors)
        self.assertTrue((system / "made of sid from somewhere").exists())

    def pretend_to_be_slow(self):
        self.tool("debootstrap", 'mount -t tmpfs none "$3" && touch "%s/begun"; sleep 1000\n' % self.folder)

    def test_signals_end_everything(self):
        self.pretend_to_be_slow()
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(signal=number):
                process = self.start("sid")
                self.wait_for(self.folder / "begun")
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, expected)
                self.assert_nothing_left()

    def test_what_kills_the_script_kills_the_system(self):
        self.pretend_to_be_slow()
        process = self.start("sid")
        self.wait_for(self.folder / "begun")
        process.kill()
        process.communicate(timeout=60)  # until all who have its streams have ended
        self.assert_nothing_runs()

    def wait_for(self, file):
        for _ in range(600):
            if file.exists():
                file.unlink()
                return
            time.sleep(0.05)
        self.fail("%s did not appear" % file)


def can_make_mounts():
    return os.getuid() == 0 and subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"]).returncode == 0


if __name__ == "__main__":
    if sys.argv[1] == "Leavings" and not can_make_mounts():
        print("only root, where it may make mounts, can run this")
        sys.exit(SKIPPED)
    unittest.main()
