// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quern {

/// The count of instructions: the metric that every case has and that a verdict is about.
inline constexpr const char* kInstructions = "ir";

/// exact: measured again, it is the same unless something changed. sampled: it varies by itself, and has an interval.
enum class Sampling { exact, sampled };
/// Which direction is a regression.
enum class Worse { more, less };
/// How far a value can be trusted. repeats: largest less smallest of the pairs of windows. interval: its own.
enum class SpreadFrom { repeats, interval };

/// A share of what windows count, by the name that they use for the event.
struct WeightedEvent {
  std::string_view event;
  double weight = 1;
};

/// What can be measured of a case. A metric that windows count is the weighted sum of their events per iteration; it is
/// known where the first of them is. One that is measured in another way has no events.
struct Metric {
  std::string_view name;      // in limits, documents and tables
  std::string_view unit;      // of its value, which is always per iteration
  std::string_view meaning;   // one sentence
  std::string_view asked_by;  // the word of --metrics; empty: it is always measured
  std::span<const WeightedEvent> events = {};
  Sampling sampling = Sampling::exact;
  Worse worse = Worse::more;
  SpreadFrom spread = SpreadFrom::repeats;
};

/// A word of `--metrics`.
struct MetricWord {
  std::string_view word;
  std::string_view callgrind_option;  // that makes Callgrind count it, with =yes or =no behind it; empty: none
  bool needs_pinned_allocator = false;
};

/// The one list of all metrics. Instructions come first.
std::span<const Metric> known_metrics();
/// Nothing for a metric of a newer quern.
const Metric* find_metric(std::string_view name);
/// The word of `--metrics` for a metric; empty for one that needs none.
std::string_view asked_by(std::string_view metric);

std::span<const MetricWord> metric_words();
/// The words of `--metrics` besides `ir`, for people: `cache, branch, …`
std::string metric_words_text();

/// Where most repeats of a sampled metric lie.
struct Interval {
  double low = 0;
  double high = 0;
  std::size_t samples = 0;

  bool operator==(const Interval&) const = default;
};

/// What one metric of a case is, per iteration.
struct MetricValue {
  double value = 0;
  double spread = 0;                      // of its repeats; 0 if all are equal
  std::optional<Interval> interval = {};  // of a sampled one

  bool operator==(const MetricValue&) const = default;
};

/// By metric; also those that only a newer quern knows.
using MetricValues = std::map<std::string, MetricValue, std::less<>>;

/// How far two values may lie apart though nothing changed. Of exact ones the larger spread; of sampled ones as much as
/// their intervals reach towards each other, so that a change counts only with the whole of both.
double doubt_between(const MetricValue& before, const MetricValue& after);

}  // namespace quern
