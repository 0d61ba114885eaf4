// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/part_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/profile/line_syntax.hpp"

namespace quern {
namespace {

constexpr std::uint64_t kNewestVersion = 1;
// With every simulation on, Callgrind writes 22.
constexpr std::size_t kMostEvents = 32;
constexpr std::string_view kTrigger = "Trigger:";  // begins the value of a `desc:` line

std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" \t\r"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  skip_spaces(text);
  return word;
}

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool all_zero(const Costs& costs) {
  return std::all_of(costs.begin(), costs.end(), [](std::uint64_t cost) { return cost == 0; });
}

bool is_of_system_calls(std::string_view event) { return event.starts_with("sys"); }

}  // namespace

bool PartReader::next_line(std::string_view& line) {
  if (rest_.empty()) return false;
  const std::size_t end = rest_.find('\n');
  line = rest_.substr(0, end);
  cut_ = end == std::string_view::npos;
  rest_.remove_prefix(cut_ ? rest_.size() : end + 1);
  ++line_;
  return true;
}

bool PartReader::read_header(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_key(line.substr(0, colon))) return false;
  const std::string_view key = line.substr(0, colon);
  if (in_body_ && key != "totals" && key != "summary")
    fail(fmt::format("the part before this '{}:' line has no totals", key));
  open_ = true;
  read_value(key, trimmed(line.substr(colon + 1)));
  return true;
}

// The manual asks readers to skip keys that they do not know.
void PartReader::read_value(std::string_view key, std::string_view value) {
  if (key == "version") return read_version(value);
  if (key == "creator") profile_.creator = value;
  if (key == "cmd") profile_.command = value;
  if (key == "part") part_.number = read_count(value);
  if (key == "thread") part_.thread = read_count(value);
  if (key == "desc") return read_description(value);
  if (key == "positions") return read_positions(value);
  if (key == "event") return read_event_definition(value);
  if (key == "events") return read_events(value);
  if (key == "summary") part_.summary = read_cost_list(value, std::numeric_limits<std::uint64_t>::max());
  if (key == "totals") read_totals(value);
}

void PartReader::read_version(std::string_view value) {
  const std::uint64_t version = read_count(value);
  if (version > kNewestVersion)
    fail(fmt::format("format version {} is newer than version {}, the newest this quern reads", version,
                     kNewestVersion));
}

void PartReader::read_description(std::string_view value) {
  if (value.starts_with(kTrigger)) part_.trigger = trimmed(value.substr(kTrigger.size()));
}

void PartReader::read_positions(std::string_view value) {
  std::size_t count = 0;
  while (!value.empty()) {
    const std::string_view word = take_word(value);
    if (word != "line" && word != "instr" && word != "addr")
      fail(fmt::format("unknown position '{}'", printable(word.substr(0, 40))));
    ++count;
  }
  if (count < 1 || count > 2) fail("'positions:' needs one or two of instr and line");
  positions_ = count;
}

// `event: name [= formula] [: long name]`
void PartReader::read_event_definition(std::string_view value) {
  const std::size_t colon = std::min(value.find(':'), value.size());
  const std::string_view head = value.substr(0, colon);
  const std::size_t equals = std::min(head.find('='), head.size());
  EventDefinition definition{std::string(trimmed(head.substr(0, equals))),
                             std::string(trimmed(head.substr(std::min(equals + 1, head.size())))),
                             std::string(trimmed(value.substr(std::min(colon + 1, value.size()))))};
  std::vector<EventDefinition>& known = profile_.event_definitions;
  const auto same = [&](const EventDefinition& other) { return other.name == definition.name; };
  if (std::none_of(known.begin(), known.end(), same)) known.push_back(std::move(definition));
}

void PartReader::read_events(std::string_view value) {
  std::vector<std::string> events;
  while (!value.empty() && events.size() <= kMostEvents) events.emplace_back(take_word(value));
  if (events.empty()) fail("'events:' names no event");
  if (events.size() > kMostEvents) fail(fmt::format("more than {} events", kMostEvents));
  if (profile_.events.empty()) {
    profile_.events = std::move(events);
    profile_.totals.assign(profile_.events.size(), 0);
    sum_ = costs_ = profile_.totals;
  } else if (events != profile_.events) {
    fail(fmt::format("this part has other events than the one before: {}", fmt::join(profile_.events, " ")));
  }
}

void PartReader::read_totals(std::string_view value) {
  part_.totals = read_cost_list(value, kMaxCount);
  check_part();
  take_system_calls();
  try {
    add_costs(profile_.totals, sum_);
  } catch (const Error& error) {
    fail(error.what());
  }
  profile_.parts.push_back(std::exchange(part_, {}));
  sum_.assign(sum_.size(), 0);
  open_ = in_body_ = false;
  positions_ = 1;
}

// Why so strict: with a wrong option Callgrind writes costs that do not add up, and every number below would be wrong.
void PartReader::check_part() const {
  if (part_.totals != sum_)
    fail(fmt::format("the costs in this part sum to {}, its totals are {}", fmt::join(sum_, " "),
                     fmt::join(part_.totals, " ")));
  if (summary_counts() && !is_summary_of_costs())
    fail(fmt::format("the costs in this part sum to {}, its summary is {}", fmt::join(sum_, " "),
                     fmt::join(part_.summary, " ")));
}

// Callgrind 3.19 does not set back what it counted of system calls when a program asks it to zero its counters: their
// costs hold all calls since the last dump. The summary holds those since the counters were zeroed, of one thread.
void PartReader::take_system_calls() {
  if (source_.threads != Threads::one || part_.summary.size() != sum_.size()) return;
  for (std::size_t i = 0; i < sum_.size(); ++i)
    if (is_of_system_calls(profile_.events[i]) && part_.summary[i] <= kMaxCount) sum_[i] = part_.summary[i];
}

bool PartReader::is_summary_of_costs() const {
  if (part_.summary.size() != sum_.size()) return false;
  for (std::size_t i = 0; i < sum_.size(); ++i)
    if (!is_of_system_calls(profile_.events[i]) && part_.summary[i] != sum_[i]) return false;
  return true;
}

// Callgrind 3.19 takes the summary from the threads' state. That state is 0 once instrumentation is off, or below 0 if
// there was a dump before; and the cache simulation moves it inside basic blocks, so that it differs at a window's
// ends.
bool PartReader::summary_counts() const {
  const bool simulated = std::find(profile_.events.begin(), profile_.events.end(), "I1mr") != profile_.events.end();
  const auto below_zero = [](std::uint64_t cost) { return cost > kMaxCount; };
  return source_.threads == Threads::one && !simulated && !all_zero(part_.summary) &&
         std::none_of(part_.summary.begin(), part_.summary.end(), below_zero);
}

std::uint64_t PartReader::read_count(std::string_view value) const {
  std::uint64_t count = 0;
  if (!take_number(value, count) || !value.empty()) fail("expected a number");
  return count;
}

Costs PartReader::read_cost_list(std::string_view value, std::uint64_t most) const {
  if (profile_.events.empty()) fail("counts before the 'events:' line");
  Costs costs(profile_.events.size(), 0);
  take_costs(value, costs, most);
  return costs;
}

void PartReader::take_costs(std::string_view text, std::span<std::uint64_t> costs, std::uint64_t most) const {
  for (std::uint64_t& cost : costs) {
    cost = 0;
    if (!text.empty() && !take_number(text, cost, most))
      fail(fmt::format("expected a count, found '{}'", printable(text.substr(0, 40))));
  }
  if (!text.empty()) fail(fmt::format("more counts than the {} events", costs.size()));
}

std::span<const std::uint64_t> PartReader::read_costs(std::string_view line) {
  for (std::size_t i = 0; i < positions_; ++i)
    if (!skip_position(line)) fail("expected a position");
  take_costs(line, costs_, kMaxCount);
  return costs_;
}

void PartReader::add_self(std::span<const std::uint64_t> costs) {
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (costs[i] > kMaxCount - sum_[i]) fail("a sum of counts exceeds 63 bits");
    sum_[i] += costs[i];
  }
}

void PartReader::begin_body() {
  if (in_body_) return;
  if (profile_.events.empty()) fail("expected a header with an 'events:' line first");
  open_ = in_body_ = true;
}

void PartReader::finish() const {
  if (open_) fail("the profile is truncated: it ends here without the totals of its last part");
  if (profile_.parts.empty()) fail("the profile is empty");
}

void PartReader::fail(const std::string& message) const {
  const std::string hint = cut_ ? "the file ends within this line: it may be truncated" : "";
  throw Error(ErrorKind::environment, message, Origin{source_.name, std::max(line_, 1), 1}, hint);
}

}  // namespace quern
