// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/profile/profile.hpp"

namespace quern {

/// What makes a function the same one in two profiles.
struct FunctionKey {
  std::string name;
  std::string file;
  std::string object;
  friend bool operator==(const FunctionKey&, const FunctionKey&) = default;
  friend bool operator<(const FunctionKey& a, const FunctionKey& b) {
    return std::tie(a.name, a.file, a.object) < std::tie(b.name, b.file, b.object);
  }
};

struct FunctionCount {
  FunctionKey function;
  std::int64_t count = 0;
  friend bool operator==(const FunctionCount&, const FunctionCount&) = default;
};

/// Throws Error(usage) if it is beyond 64 bits.
std::int64_t sum(std::int64_t a, std::int64_t b);

/// Counts of one event by function: of a profile, or a difference of two, so counts may be negative. A function that is
/// not in it has 0, and one with 0 is not in it. Sorted by size whatever the sign, largest first, then by function.
/// A result beyond 64 bits is Error(usage).
class FunctionCounts {
 public:
  FunctionCounts() = default;
  /// Adds up equal functions.
  explicit FunctionCounts(std::vector<FunctionCount> counts);

  [[nodiscard]] auto begin() const { return counts_.begin(); }
  [[nodiscard]] auto end() const { return counts_.end(); }
  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  [[nodiscard]] bool empty() const { return counts_.empty(); }
  /// Linear in the number of functions.
  [[nodiscard]] std::int64_t count(const FunctionKey& function) const;
  /// Of self counts: what the whole program executed. Of inclusive counts it means nothing.
  [[nodiscard]] std::int64_t total() const;

  [[nodiscard]] FunctionCounts filter(const std::function<bool(const FunctionKey&)>& keep) const;
  /// Renames functions and adds up those that become equal. Keeps the total.
  [[nodiscard]] FunctionCounts transform(const std::function<FunctionKey(const FunctionKey&)>& rename) const;
  /// Without the functions that is_noisy names. Changes the total: for reading, never for a verdict.
  [[nodiscard]] FunctionCounts denoise() const;

  friend FunctionCounts operator+(const FunctionCounts& a, const FunctionCounts& b);
  friend FunctionCounts operator-(const FunctionCounts& a, const FunctionCounts& b);
  friend FunctionCounts operator*(const FunctionCounts& counts, std::int64_t factor);
  friend FunctionCounts operator*(std::int64_t factor, const FunctionCounts& counts) { return counts * factor; }
  FunctionCounts operator-() const { return *this * -1; }
  friend bool operator==(const FunctionCounts&, const FunctionCounts&) = default;

 private:
  std::vector<FunctionCount> counts_;
};

/// What each function executed itself. Their total is the profile's. Throws Error if the profile lacks the event.
FunctionCounts self_counts(const Profile& profile, std::string_view event = "Ir");

/// What each function executed with all that it called; see add_inclusive_costs for recursion.
FunctionCounts inclusive_counts(const Profile& profile, std::string_view event = "Ir");

}  // namespace quern
