# SPDX-License-Identifier: Apache-2.0
"""A server that is killed costs at most the case that ran; if it was not that case's fault, not even that."""
import os
import signal

import bad_day

SUITE = """
setup:
  global: |
    #include <signal.h>
    #include <unistd.h>
  cpp: |
    auto x = torch::ones({{4, 4}});
    auto y = torch::ones({{4, 4}});
groups:
  first:
    stmts:
      add: {{cpp_stmt: x + y;}}
  victim:
    stmts:
      add: {{cpp_stmt: x + y;, setup: {{cpp: 'while (access("{marker}", F_OK) == 0) usleep(1000);'}}}}
  killer:
    stmts:
      add: {{cpp_stmt: x + y;, setup: {{cpp: "kill(getppid(), SIGKILL); pause();"}}}}
  last:
    stmts:
      add: {{cpp_stmt: x + y;}}
      view: {{cpp_stmt: "x.view({{16}});"}}
"""


class Servers(bad_day.BadDay):
    def test_the_case_is_tried_again_and_nothing_else_is_lost(self):
        marker = self.write("marker", "")
        running = self.start("run", self.write("suite.yaml", SUITE.format(marker=marker)), "--format", "json", "-j1")
        running.wait_for(lambda: running.case(4))
        os.kill(running.server().pid, signal.SIGKILL)
        os.remove(marker)
        result = running.finish()
        self.check_nothing_left(running)
        self.assertEqual(result.code, 1, result.err)
        self.check_failed(result.cases["killer/add"], "server", "lost while this case ran: it was ended by SIGKILL$")
        self.check_good(result.cases, "first/add", "victim/add", "last/add", "last/view")


if __name__ == "__main__":
    bad_day.main()
