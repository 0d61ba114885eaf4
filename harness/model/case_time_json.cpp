// SPDX-License-Identifier: Apache-2.0
#include "harness/model/case_time_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/model/json_fields.hpp"
#include "harness/model/run_json.hpp"

namespace quern {
namespace {

using fields::Json;

double nanoseconds(const Json& json, const char* key) {
  const auto value = fields::count_of(fields::required<double>(json, key), key);
  if (value < 0) throw Error(ErrorKind::usage, fmt::format("'{}' is a time below 0", key));
  return value;
}

Histogram histogram_in(const Json& json) {
  const auto found = json.find("histogram");
  if (found == json.end()) return {};
  Histogram histogram{nanoseconds(*found, "from"), nanoseconds(*found, "to"), {}};
  for (const Json& count : fields::list_of(*found, "counts"))
    histogram.counts.push_back(fields::convert<std::size_t>(count, "counts"));
  return histogram;
}

// A median outside of its interval would be judged by two numbers that contradict each other.
void require_order(const CaseTime& time) {
  if (time.low > time.median || time.median > time.high)
    throw Error(ErrorKind::usage, "'time_ns' has a median outside of its interval");
}

}  // namespace

nlohmann::ordered_json time_json(const CaseTime& time) {
  Json warnings = Json::array();
  for (const std::string& warning : time.warnings) warnings.push_back(valid_text(warning));
  return {{"median", time.median},
          {"iqr", time.iqr},
          {"low", time.low},
          {"high", time.high},
          {"samples", time.samples},
          {"block", time.block},
          {"device", time.device},
          {"mode", time.mode},
          {"dropped", time.dropped},
          {"rounds", time.rounds},
          {"histogram", {{"from", time.histogram.from}, {"to", time.histogram.to}, {"counts", time.histogram.counts}}},
          {"warnings", std::move(warnings)}};
}

CaseTime time_of(const nlohmann::ordered_json& json) {
  CaseTime time;
  time.median = nanoseconds(json, "median");
  time.iqr = nanoseconds(json, "iqr");
  time.low = nanoseconds(json, "low");
  time.high = nanoseconds(json, "high");
  time.samples = fields::required<std::size_t>(json, "samples");
  time.block = fields::value_or(json, "block", 0L);
  time.device = fields::value_or(json, "device", std::string("cpu"));
  time.mode = fields::value_or(json, "mode", std::string("cpu"));
  time.dropped = fields::value_or(json, "dropped", std::size_t{0});
  time.rounds = fields::value_or(json, "rounds", std::vector<double>{});
  time.histogram = histogram_in(json);
  time.warnings = fields::value_or(json, "warnings", std::vector<std::string>{});
  require_order(time);
  return time;
}

}  // namespace quern
