// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

namespace quern::test {

enum class Fault {
  none,  // only counts
  kill,  // writes half of what it should, and kills the process
  full,  // from then on there is no space
};

/// From now on SQLite's files in this process are on a disk with a fault at its `at`th change of a file (write, sync,
/// truncation, removal; from 1).
void use_faulty_disk(Fault fault, long at);

/// From now on `meanwhile` happens once in this process, just before SQLite locks a file to read it for the `at`th time
/// (from 1): where another process could come in between.
void use_shared_disk(long at, std::function<void()> meanwhile);

/// Back to the plain disk.
void use_plain_disk();

/// How many changes there were.
long disk_changes();

/// How often a file was locked to be read.
long disk_locks();

}  // namespace quern::test
