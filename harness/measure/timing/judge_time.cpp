// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/judge_time.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "harness/measure/timing/symptoms.hpp"

namespace quern {
namespace {

// What is quicker than the loop alone cannot be told from nothing.
double without(double loop_ns, double ns) { return std::max(0.0, ns - loop_ns); }

// Without the slowest hundredth, which would push all others into one corner; the last part holds it.
Histogram histogram_of(const std::vector<double>& samples) {
  constexpr std::size_t kParts = 24;
  Histogram histogram{quantile(samples, 0), quantile(samples, 0.99), std::vector<std::size_t>(kParts)};
  const double width = histogram.to - histogram.from;
  for (const double sample : samples) {
    const double place = width > 0 ? (sample - histogram.from) / width * kParts : 0;
    ++histogram.counts[std::min(kParts - 1, static_cast<std::size_t>(place))];
  }
  return histogram;
}

}  // namespace

CaseTime judge_time(const std::vector<Round>& rounds, const TimeBasis& basis) {
  const std::vector<double> medians = round_medians(rounds);
  const std::optional<Bounds> bounds = median_bounds(medians);
  if (!bounds)
    throw Error(ErrorKind::environment, fmt::format("{} rounds are too few for an interval of 95 %", rounds.size()));
  CaseTime time;
  time.device = basis.device;
  time.mode = basis.mode;
  time.median = without(basis.loop_ns, median(medians));
  time.low = without(basis.loop_ns, bounds->low);
  time.high = without(basis.loop_ns, bounds->high);
  std::vector<double> samples;
  for (const Round& round : rounds) {
    time.dropped += dropped_of(round);
    for (const double sample : samples_of(round)) samples.push_back(without(basis.loop_ns, sample));
  }
  for (const double value : medians) time.rounds.push_back(without(basis.loop_ns, value));
  time.iqr = interquartile_range(samples);
  time.samples = samples.size();
  time.block = rounds.front().length.total();
  time.histogram = histogram_of(samples);
  time.warnings = symptoms_of(rounds, basis.facts, basis.target);
  return time;
}

}  // namespace quern
