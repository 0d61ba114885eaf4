#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C in every phase: exit code 130, no process left, nothing half-made, and the next fetch goes on."""
import os
import signal
import stat
import subprocess
import time
import unittest

import fetching
from fetching import Fetching
from package_index import wheel


class Interrupt(Fetching):
    def interrupt_at(self, phase, *words):
        child = self.start("fetch", *words, start_new_session=True)
        said = ""
        for line in child.stderr:
            said += line
            if phase in line:
                break
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=20)
        self.assertEqual(child.returncode, 130, said + err)
        # Whoever was started has another process group, but the same session.
        left = subprocess.run(["ps", "-o", "stat=,args=", "-s", str(child.pid)], stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual([line for line in left.splitlines() if not line.startswith("Z")], [])
        self.assert_nothing_made(swept="inst" in phase or "import" in phase)

    def test_while_the_index_is_asked(self):
        page = self.index.page
        self.index.page = lambda project: time.sleep(3) or page(project)
        self.interrupt_at("asking the package index", "--cpp", "2.6.0")

    def test_while_a_wheel_is_downloaded_and_then_it_goes_on(self):
        self.add("2.6.0", self.members(**{"torch/include/large.h": os.urandom(1 << 20)}))
        self.index.slow.add(self.name)
        self.interrupt_at("downloading", "--cpp", "2.6.0")
        self.index.slow.clear()
        self.fetch("--cpp", "2.6.0")
        path, ranges = self.index.asked[-1]
        self.assertEqual(path, "/files/" + self.name)
        self.assertRegex(ranges or "", "^bytes=[1-9]")

    def test_while_it_is_unpacked(self):
        # A compiler that takes its time with an empty library.
        script = self.write("bin/clang", "#!/bin/sh\nexec sleep 60\n")
        os.chmod(script, os.stat(script).st_mode | stat.S_IXUSR)
        self.programs = [self.path("bin")]
        self.interrupt_at("unpacking", "--cpp", "2.6.0")

    def test_while_it_is_installed_and_imported(self):
        self.index.add("numpy-2.0.0-py3-none-any.whl", wheel("2.0.0", {"numpy/__init__.py": ""}, project="numpy"))
        self.add("2.5.0", {"torch/__init__.py": "import time; time.sleep(60)"})
        for phase in ("installing with", "importing it"):
            self.interrupt_at(phase, "2.5.0")


if __name__ == "__main__":
    fetching.main(unittest)
