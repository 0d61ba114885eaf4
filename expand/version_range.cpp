// SPDX-License-Identifier: Apache-2.0
#include "expand/version_range.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace quern {
namespace {

using Operator = VersionRange::Operator;

// Longer spellings first: ">=" also begins with ">".
constexpr std::array<std::pair<std::string_view, Operator>, 6> kOperators = {{{">=", Operator::greater_equal},
                                                                              {"<=", Operator::less_equal},
                                                                              {"==", Operator::equal},
                                                                              {"!=", Operator::not_equal},
                                                                              {">", Operator::greater},
                                                                              {"<", Operator::less}}};

int compare(Version a, Version b) {
  const std::size_t length = std::max(a.size(), b.size());
  a.resize(length);
  b.resize(length);
  return a < b ? -1 : (b < a ? 1 : 0);
}

bool holds(const Version& version, const VersionRange::Bound& bound) {
  const int order = compare(version, bound.version);
  switch (bound.op) {
    case Operator::less:
      return order < 0;
    case Operator::less_equal:
      return order <= 0;
    case Operator::greater:
      return order > 0;
    case Operator::greater_equal:
      return order >= 0;
    case Operator::equal:
      return order == 0;
    case Operator::not_equal:
      break;
  }
  return order != 0;
}

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Reads `1.13.1` and says in `text` what is left.
std::optional<Version> take_version(std::string_view& text) {
  Version version;
  while (true) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || text.starts_with('-')) return std::nullopt;
    version.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.size() < 2 || text[0] != '.' || text[1] < '0' || text[1] > '9') return version;
    text.remove_prefix(1);
  }
}

std::optional<VersionRange::Bound> parse_bound(std::string_view text) {
  for (const auto& [spelling, op] : kOperators) {
    if (!text.starts_with(spelling)) continue;
    std::string_view rest = without_spaces(text.substr(spelling.size()));
    std::optional<Version> version = take_version(rest);
    if (!version || !rest.empty()) return std::nullopt;
    return VersionRange::Bound{op, std::move(*version)};
  }
  return std::nullopt;
}

}  // namespace

bool VersionRange::contains(const Version& version) const {
  return std::all_of(bounds_.begin(), bounds_.end(), [&](const Bound& bound) { return holds(version, bound); });
}

// If any version is inside, one at, just below or just above a bound is.
bool VersionRange::satisfiable() const {
  const auto inside_near = [this](const Bound& bound) {
    Version above = bound.version;
    above.insert(above.end(), {0, 0, 0, 1});
    Version below = bound.version;
    below.insert(below.end(), {0, 0, 0, -1});
    return contains(bound.version) || contains(above) || contains(below);
  };
  return bounds_.empty() || std::any_of(bounds_.begin(), bounds_.end(), inside_near);
}

std::optional<Version> parse_version(std::string_view text) { return take_version(text); }

std::optional<VersionRange> parse_version_range(std::string_view text) {
  std::vector<VersionRange::Bound> bounds;
  while (true) {
    const std::size_t comma = text.find(',');
    std::optional<VersionRange::Bound> bound = parse_bound(without_spaces(text.substr(0, comma)));
    if (!bound) return std::nullopt;
    bounds.push_back(std::move(*bound));
    if (comma == std::string_view::npos) return VersionRange(std::move(bounds));
    text.remove_prefix(comma + 1);
  }
}

}  // namespace quern
