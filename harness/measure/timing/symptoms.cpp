// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/timing/symptoms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/statistics.hpp"

namespace quern {
namespace {

constexpr double kMuch = 0.05;  // a share of the samples, or of the time, that is worth a word

std::vector<double> all_samples(const std::vector<Round>& rounds) {
  std::vector<double> all;
  for (const Round& round : rounds) std::ranges::copy(samples_of(round), std::back_inserter(all));
  return all;
}

std::size_t cores_used(const std::vector<Round>& rounds) {
  std::set<int> cores;
  for (const Round& round : rounds)
    for (const TimedBlock& block : round.blocks) cores.insert(block.core);
  return cores.size();
}

double preempted_share(const std::vector<Round>& rounds) {
  double preempted = 0;
  double all = 0;
  for (const Round& round : rounds)
    for (const TimedBlock& block : round.blocks) {
      preempted += block.preempted ? 1 : 0;
      all += 1;
    }
  return all == 0 ? 0 : preempted / all;
}

// Causes that were seen, whether or not each is the one.
std::vector<std::string> causes(const std::vector<Round>& rounds, const MachineFacts& facts) {
  constexpr double kClock = 1.03;
  constexpr double kStolen = 0.01;
  std::vector<std::string> seen;
  if (facts.stolen > kStolen)
    seen.push_back(
        fmt::format("the hypervisor gave the core away for {:.0f} % of the time (steal): use a machine that is "
                    "not shared",
                    facts.stolen * 100));
  if (const double share = preempted_share(rounds); share > kMuch)
    seen.push_back(fmt::format("another process had the core in {:.0f} % of the blocks: stop it", share * 100));
  if (facts.others_busy > 4 * kMuch)
    seen.push_back(
        fmt::format("other cores were busy for {:.0f} % of the time, and share caches and clock: stop what "
                    "runs there",
                    facts.others_busy * 100));
  if (facts.slowest_khz > 0 && facts.fastest_khz > kClock * facts.slowest_khz)
    seen.push_back(
        fmt::format("the clock changed between {:.2f} and {:.2f} GHz: set the governor 'performance' (it is "
                    "'{}') and switch turbo off",
                    facts.slowest_khz / 1e6, facts.fastest_khz / 1e6, facts.governor));
  return seen;
}

void add_migration(const std::vector<Round>& rounds, std::size_t threads_cores, std::vector<std::string>& found) {
  if (const std::size_t used = cores_used(rounds); used > threads_cores)
    found.push_back(fmt::format("it moved between {} cores, because the process may not be pinned here", used));
}

void add_outliers(const std::vector<double>& samples, std::vector<std::string>& found) {
  const double bound = quantile(samples, 0.75) + 3 * interquartile_range(samples);
  const double limit = std::max(bound, 1.05 * median(samples));
  const auto beyond = std::count_if(samples.begin(), samples.end(), [limit](double sample) { return sample > limit; });
  const double part = static_cast<double>(beyond) / static_cast<double>(samples.size());
  if (part > kMuch) found.push_back(fmt::format("{:.0f} % of the samples are outliers", part * 100));
}

void add_drift(const std::vector<double>& medians, double target, std::vector<std::string>& found) {
  constexpr double kSteady = 0.7;
  const std::size_t third = std::max<std::size_t>(1, medians.size() / 3);
  const auto middle = static_cast<std::ptrdiff_t>(third);
  const double first = median({medians.begin(), medians.begin() + middle});
  const double last = median({medians.end() - middle, medians.end()});
  const double change = last / first - 1;
  if (std::abs(trend_of(medians)) >= kSteady && std::abs(change) > std::max(target, 0.01))
    found.push_back(fmt::format("it became {} by {:.1f} % while it was measured (drift)",
                                change > 0 ? "slower" : "faster", std::abs(change) * 100));
}

void add_clusters(const std::vector<double>& samples, std::vector<std::string>& found) {
  constexpr double kApart = 1.02;
  const std::optional<TwoClusters> two = two_clusters(samples);
  if (two && two->upper > kApart * two->lower)
    found.push_back(fmt::format("it has two speeds: {:.0f} % of the samples take {:.3g} times as long as the others",
                                two->upper_share * 100, two->upper / two->lower));
}

void add_width(const std::vector<double>& medians, double target, std::vector<std::string>& found) {
  const std::optional<Bounds> bounds = median_bounds(medians);
  const double width = bounds ? bounds->width() / median(medians) : 0;
  if (width > target)
    found.push_back(
        fmt::format("the interval is {:.1f} % wide, and {:.3g} % was asked for", width * 100, target * 100));
}

}  // namespace

std::vector<std::string> symptoms_of(const std::vector<Round>& rounds, const MachineFacts& facts, double target) {
  const std::vector<double> samples = all_samples(rounds);
  const std::vector<double> medians = round_medians(rounds);
  std::vector<std::string> found;
  add_width(medians, target, found);
  add_outliers(samples, found);
  add_drift(medians, target, found);
  add_clusters(samples, found);
  add_migration(rounds, facts.cores, found);
  if (found.empty()) return found;
  const std::vector<std::string> seen = causes(rounds, facts);
  const std::string cause = seen.empty()
                                ? std::string("no cause was seen: measure again, or for longer with --time-budget")
                                : fmt::format("{}", fmt::join(seen, "; "));
  found.push_back(cause);
  return found;
}

}  // namespace quern
