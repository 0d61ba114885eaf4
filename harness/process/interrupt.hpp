// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern {

/// From now on SIGINT, SIGTERM and SIGHUP are remembered instead of ending the process; a second one ends it at once.
/// Whoever waits looks at interrupted() ten times a second, finishes what is begun and returns. A process that is still
/// there 1.8 s after the first signal is stuck in a call that cannot look, and ends with exit code 130.
void remember_interrupts();

/// Whether such a signal came.
bool interrupted();

}  // namespace quern
