// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run.hpp"

#include <utility>

namespace quern {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::exact:
      return "exact";
    case Verdict::settled:
      return "settled";
    case Verdict::jitter:
      break;
  }
  return "jitter";
}

const MetricValue* Measurement::find(std::string_view metric) const {
  const auto found = values.find(metric);
  return found == values.end() ? nullptr : &found->second;
}

void Measurement::set_time(CaseTime measured) {
  values[kTime] = {measured.median, 0, Interval{measured.low, measured.high, measured.samples}};
  time = std::move(measured);
}

double Measurement::instructions() const {
  const MetricValue* const counted = find(kInstructions);
  return counted == nullptr ? 0 : counted->value;
}

double Measurement::spread() const {
  const MetricValue* const counted = find(kInstructions);
  return counted == nullptr ? 0 : counted->spread;
}

std::string_view to_string(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::failed:
      return "failed";
    case Status::skipped:
      break;
  }
  return "skipped";
}

}  // namespace quern
