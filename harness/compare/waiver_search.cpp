// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/waiver_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/compare/judge.hpp"

namespace quern {
namespace {

std::string place_of(const Waiver& waiver) { return fmt::format("{}:{}", waiver.where.file, waiver.where.line); }

bool is_about(const Waiver& waiver, const CheckedCase& checked) {
  return waiver.findings.contains(checked.finding) && waiver.pattern.found_in(checked.args->id);
}

// The bound is about numbers: a case that has none cannot be beyond it.
bool is_beyond(const Waiver& waiver, const CheckedCase& checked) {
  if (!waiver.bound) return false;
  return std::any_of(checked.metrics.begin(), checked.metrics.end(), [&](CheckedMetric metric) {
    if (metric.finding != Finding::regressed && metric.finding != Finding::unstable) return false;
    metric.allowance = waiver.bound->allowance(metric.base);
    metric.doubt = 0;
    return judge_metric(metric) == Finding::regressed;
  });
}

}  // namespace

void accept_finding(CheckedCase& checked, const CheckOptions& options) {
  checked.waiver = nullptr;
  checked.expired = nullptr;
  checked.allowed = options.allowed.contains(checked.finding);
  std::string beyond;
  for (const Waiver& waiver : options.waivers) {
    if (!is_about(waiver, checked)) continue;
    const bool expired = waiver.has_expired(options.today);
    const Waiver*& target = expired ? checked.expired : checked.waiver;
    if (is_beyond(waiver, checked)) {
      if (!expired)
        beyond = fmt::format("beyond what the waiver of {} accepts: {}", place_of(waiver), to_string(*waiver.bound));
    } else if (target == nullptr) {
      target = &waiver;
    }
  }
  if (checked.waiver != nullptr)
    checked.expired = nullptr;
  else if (checked.note.find(beyond) == std::string::npos)
    add_note(checked.note, beyond);
}

std::vector<std::string> unused_waivers(const std::vector<CheckedCase>& cases, const std::vector<Waiver>& waivers) {
  std::vector<std::string> warnings;
  for (const Waiver& waiver : waivers) {
    const auto is_of = [&](const CheckedCase& checked) { return waiver.pattern.found_in(checked.args->id); };
    if (std::none_of(cases.begin(), cases.end(), is_of))
      warnings.push_back(fmt::format("{}: the waiver '{}' matches no case", place_of(waiver), waiver.match));
  }
  return warnings;
}

}  // namespace quern
