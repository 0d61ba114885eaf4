# SPDX-License-Identifier: Apache-2.0
"""A test of the gate: quern in a folder of the test, with a cache that others have filled."""
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "exact"))
import measuring
from measuring import KeptDirectory, arguments, skip  # noqa: F401: for the tests


class Gate(KeptDirectory):
    quern = None  # set by main()

    def run_quern(self, *command, expect, directory=None):
        """Runs quern, which must exit with `expect`; what it printed."""
        done = subprocess.run([self.quern.program, *command], env=self.quern.variables, capture_output=True, text=True,
                              cwd=directory or self.directory)
        if measuring.MISSING.search(done.stderr):
            skip(done.stderr.strip())
        self.assertEqual(done.returncode, expect, f"{command}\n{done.stderr}{done.stdout}")
        return done


def variables_for_git(quern):
    """git looks for its settings at home, and the tests have none."""
    return {**quern.variables, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test@example.org",
            "GIT_COMMITTER_NAME": "test", "GIT_COMMITTER_EMAIL": "test@example.org"}
