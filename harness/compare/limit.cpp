// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "harness/model/metrics.hpp"

namespace quern {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

/// One side of `|` or `&`; false if it cannot be read or is there already.
bool read_part(std::string_view text, Limit& limit) {
  text = trimmed(text);
  const bool is_percent = !text.empty() && text.back() == '%';
  if (is_percent) text = trimmed(text.substr(0, text.size() - 1));
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  // No minus sign: not even of 0.
  if (error != std::errc{} || last != end || !std::isfinite(value) || std::signbit(value)) return false;
  std::optional<double>& target = is_percent ? limit.percent : limit.absolute;
  if (target) return false;
  target = value;
  return true;
}

}  // namespace

double Limit::allowance(double base) const {
  const double of_base = percent ? std::abs(base) * *percent / 100 : 0;
  if (!percent || !absolute) return percent ? of_base : absolute.value_or(0);
  return both ? std::min(of_base, *absolute) : std::max(of_base, *absolute);
}

std::optional<Limit> parse_limit(std::string_view text) {
  Limit limit;
  const std::size_t sign = text.find_first_of("|&");
  if (sign == std::string_view::npos) return read_part(text, limit) ? std::optional(limit) : std::nullopt;
  limit.both = text[sign] == '&';
  const bool read = read_part(text.substr(0, sign), limit) && read_part(text.substr(sign + 1), limit);
  return read ? std::optional(limit) : std::nullopt;
}

std::string to_string(const Limit& limit) {
  if (limit.percent && limit.absolute)
    return fmt::format("{}% {} {}", *limit.percent, limit.both ? '&' : '|', *limit.absolute);
  return limit.percent ? fmt::format("{}%", *limit.percent) : fmt::format("{}", limit.absolute.value_or(0));
}

bool LimitRule::matches(const Case& args) const {
  const auto is_tag = [&](const std::string& tag) {
    return std::find(args.tags.begin(), args.tags.end(), tag) != args.tags.end();
  };
  if (!tags.empty() && std::none_of(tags.begin(), tags.end(), is_tag)) return false;
  return pattern.found_in(args.id);
}

std::set<std::string> watched_metrics(const CheckRules& rules) {
  std::set<std::string> watched;
  for (const LimitRule& rule : rules.limits)
    for (const auto& [metric, limit] : rule.metrics)
      if (limit && metric != kInstructions) watched.insert(metric);
  return watched;
}

}  // namespace quern
