// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/rounds.hpp"

#include <algorithm>

#include "base/statistics.hpp"
#include "harness/measure/window_files.hpp"

namespace quern {
namespace {

std::uint64_t event_of(const Window& block, const char* name) {
  const auto found = block.events.find(name);
  return found == block.events.end() ? 0 : found->second;
}

bool is_preempted(const TimedBlock& block) { return block.preempted; }

}  // namespace

std::optional<Round> round_of(const std::vector<Window>& blocks) {
  if (blocks.empty()) return std::nullopt;
  Round round;
  round.length = {blocks.front().iterations, static_cast<long>(event_of(blocks.front(), kBlockWindows))};
  for (const Window& block : blocks)
    round.blocks.push_back({static_cast<double>(event_of(block, kBlockTime)), event_of(block, kBlockPreempted) != 0,
                            static_cast<int>(event_of(block, kBlockCore))});
  return round;
}

std::size_t dropped_of(const Round& round) {
  const auto preempted = std::count_if(round.blocks.begin(), round.blocks.end(), is_preempted);
  const auto count = static_cast<std::size_t>(preempted);
  return count == round.blocks.size() ? 0 : count;
}

std::vector<double> samples_of(const Round& round) {
  const bool all = dropped_of(round) == 0;
  std::vector<double> samples;
  for (const TimedBlock& block : round.blocks)
    if (all || !block.preempted) samples.push_back(block.ns / static_cast<double>(round.length.total()));
  return samples;
}

std::vector<double> round_medians(const std::vector<Round>& rounds) {
  std::vector<double> medians;
  medians.reserve(rounds.size());
  for (const Round& round : rounds) medians.push_back(median(samples_of(round)));
  return medians;
}

bool are_precise(const std::vector<Round>& rounds, double target) {
  const std::vector<double> medians = round_medians(rounds);
  const std::optional<Bounds> bounds = median_bounds(medians);
  return bounds && bounds->width() <= target * median(medians);
}

}  // namespace quern
