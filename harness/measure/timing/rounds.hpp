// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <optional>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// How precisely time is measured, and for how long at most.
struct TimeOptions {
  double target = 0.01;                   // of the median: how wide its interval may be
  std::chrono::milliseconds budget{500};  // for each case in each environment; six rounds are measured in any case
};

/// So many rounds at least: fewer have no interval.
inline constexpr std::size_t kFewestRounds = 6;

/// How long a block is: `windows` windows of so many iterations.
struct BlockLength {
  long iterations = 0;
  long windows = 1;

  [[nodiscard]] long total() const { return iterations * windows; }
  bool operator==(const BlockLength&) const = default;
};

struct TimedBlock {
  double ns = 0;
  bool preempted = false;
  int core = 0;
};

/// What one process of a case measured.
struct Round {
  BlockLength length;
  std::vector<TimedBlock> blocks;
};

/// The round that a native server's reply holds; nothing if it measured no block.
std::optional<Round> round_of(const std::vector<Window>& blocks);

/// Nanoseconds per iteration of the blocks that nothing interrupted; of all if there are no others.
std::vector<double> samples_of(const Round& round);
/// How many blocks samples_of() leaves out.
std::size_t dropped_of(const Round& round);
/// The median of each round's samples.
std::vector<double> round_medians(const std::vector<Round>& rounds);

/// Whether the rounds so far are as precise as asked for.
bool are_precise(const std::vector<Round>& rounds, double target);

}  // namespace quern
