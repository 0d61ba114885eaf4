// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quern::test {

enum class Fault {
  none,  // only counts
  kill,  // writes half of what it should, and kills the process
  full,  // from then on there is no space
};

/// From now on SQLite's files in this process are on a disk with a fault at its `at`th change of a file (write, sync,
/// truncation, removal; from 1).
void use_faulty_disk(Fault fault, long at);

/// Back to the plain disk.
void use_plain_disk();

/// How many changes there were.
long disk_changes();

}  // namespace quern::test
