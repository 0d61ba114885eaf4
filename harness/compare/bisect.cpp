// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/bisect.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/error.hpp"

namespace quern {
namespace {

class StepSearch {
 public:
  StepSearch(std::vector<std::string> builds, StepRule rule, const MeasureBuild& measure)
      : rule_(rule), measure_(measure) {
    found_.builds = std::move(builds);
    found_.least_step = rule.least;
  }

  Bisection run() {
    try {
      search();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted) throw;
      found_.interrupted = true;
    }
    for (const auto& [build, value] : values_) found_.measured.push_back({build, value});
    return std::move(found_);
  }

 private:
  void search() {
    const std::size_t count = found_.builds.size();
    const std::optional<std::size_t> first = nearest_measured(0, 0, count);
    const std::optional<std::size_t> last = first ? nearest_measured(count - 1, *first + 1, count) : std::nullopt;
    if (!last) return;
    if (differ(*first, *last)) return look_between(*first, *last);
    const std::optional<std::size_t> middle = middle_of(*first, *last);
    if (!middle || !(differ(*first, *middle) || differ(*middle, *last))) return note_level(*first, *last);
    look_between(*first, *middle);
    look_between(*middle, *last);
  }

  const BacktestValue& value(std::size_t build) {
    const auto known = values_.find(build);
    return known != values_.end() ? known->second : values_.emplace(build, measure_(build)).first->second;
  }

  bool differ(std::size_t a, std::size_t b) { return rule_.differ(value(a), value(b)); }

  // As `git bisect skip`: where a build cannot be measured, one beside it will do.
  std::optional<std::size_t> nearest_measured(std::size_t wanted, std::size_t begin, std::size_t end) {
    for (std::size_t distance = 0; distance < end - begin; ++distance) {
      if (wanted + distance < end && value(wanted + distance).measured()) return wanted + distance;
      if (distance > 0 && wanted >= begin + distance && value(wanted - distance).measured()) return wanted - distance;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> middle_of(std::size_t low, std::size_t high) {
    return nearest_measured(low + (high - low) / 2, low + 1, high);
  }

  void look_between(std::size_t low, std::size_t high) {
    if (!differ(low, high)) return note_level(low, high);
    const std::optional<std::size_t> middle = middle_of(low, high);
    if (!middle) {
      found_.steps.push_back({low, high, value(low).instructions, value(high).instructions});
      return;
    }
    look_between(low, *middle);
    look_between(*middle, high);
  }

  void note_level(std::size_t first, std::size_t last) {
    if (last > first + 1) found_.levels.push_back({first, last});
  }

  StepRule rule_;
  const MeasureBuild& measure_;
  std::map<std::size_t, BacktestValue> values_;
  Bisection found_;
};

}  // namespace

Bisection bisect(std::vector<std::string> builds, StepRule rule, const MeasureBuild& measure) {
  return StepSearch(std::move(builds), rule, measure).run();
}

}  // namespace quern
