// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// The numbers of a torch version: 1.13.1+cu117 is {1, 13, 1}.
using Version = std::vector<int>;

/// A conjunction such as `>=1.9,<2.11`. Missing numbers count as 0: 2 equals 2.0.0.
class VersionRange {
 public:
  enum class Operator { less, less_equal, greater, greater_equal, equal, not_equal };
  struct Bound {
    Operator op;
    Version version;
  };

  explicit VersionRange(std::vector<Bound> bounds) : bounds_(std::move(bounds)) {}

  [[nodiscard]] bool contains(const Version& version) const;
  /// False if no version at all can be inside, as for `<1.9,>=2`.
  [[nodiscard]] bool satisfiable() const;

 private:
  std::vector<Bound> bounds_;
};

/// The leading numbers of a version, without suffixes; nothing if it does not begin with a number.
std::optional<Version> parse_version(std::string_view text);

/// Nothing if the text is not a comma-separated list of an operator (`>= <= > < == !=`) and a version each.
std::optional<VersionRange> parse_version_range(std::string_view text);

}  // namespace quern
