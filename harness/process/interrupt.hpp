// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern {

/// From now on SIGINT, SIGTERM and SIGHUP are remembered instead of ending the process; a second one ends it at once.
void remember_interrupts();

/// Whether one came.
bool interrupted();

}  // namespace quern
