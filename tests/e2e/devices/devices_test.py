# SPDX-License-Identifier: Apache-2.0
"""Cases with backward() are measured where LibTorch has a device, and starts threads for it: QUERN CACHE COMPILER"""
import json
import os
import subprocess
import sys
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(FOLDER), "ab"))
from two_roots import SYSTEM, KeptDirectory, arguments, measuring, skip, system_libraries

SUITE = """\
stmts:
  train:
    setup:
      py: w = torch.ones((4,), requires_grad=True)
      cpp: "auto w = torch::ones({4}, torch::requires_grad());"
    py_stmt: (w * w).sum().backward()
    cpp_stmt: (w * w).sum().backward();
"""
# quern lets nobody preload anything, but a launcher is the user's own program.
LAUNCHER = """\
#!/bin/sh
export LD_PRELOAD="$LD_PRELOAD:{library}"
exec "$@"
"""
SETTINGS = """\
environments:
  plain: {source}
  device: {{source: {source}, launcher: {launcher}}}
"""
NOTE = "servers do not warm it up"


class Devices(KeptDirectory):
    def setUp(self):
        super().setUp()
        library = self.path("libone_device.so")
        subprocess.run([COMPILER, "-std=c++17", "-O1", "-w", "-shared", "-fPIC", os.path.join(FOLDER, "one_device.cpp"),
                        f"-L{system_libraries()}", "-lc10", f"-Wl,-rpath,{system_libraries()}", "-o", library], check=True)
        launcher = self.write("launcher", LAUNCHER.format(library=library))
        os.chmod(launcher, 0o755)
        self.write("quern.yaml", SETTINGS.format(source=json.dumps(SYSTEM), launcher=launcher))
        self.suite = self.write("suite.yaml", SUITE)

    def run_in(self, environment, *more):
        done = subprocess.run([QUERN.program, "run", self.suite, "--env", environment, "-q", "--format", "json", *more],
                              env=QUERN.variables, cwd=self.directory, capture_output=True, text=True)
        if measuring.MISSING.search(done.stderr):
            skip(done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr[-2000:] + done.stdout[-2000:])
        return json.loads(done.stdout)

    def test_backward_is_measured_beside_a_device(self):
        run = self.run_in("device")
        status = {case["language"]: case["status"] for case in run["cases"]}
        self.assertEqual(status["cpp"], "ok", run["cases"])
        self.assertIn(status["python"], ("ok", "skipped"), run["cases"])  # where no Python has the system's torch
        self.assertTrue(any(NOTE in note for note in run["notes"]), run["notes"])

    def test_without_a_device_servers_warm_backward_up(self):
        run = self.run_in("plain", "--no-python")
        self.assertEqual([case["verdict"] for case in run["cases"]], ["exact"])
        self.assertFalse(any(NOTE in note for note in run["notes"]), run["notes"])


if __name__ == "__main__":
    QUERN, (COMPILER,) = arguments()
    unittest.main()
