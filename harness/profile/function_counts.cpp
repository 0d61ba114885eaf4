// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/function_counts.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "harness/profile/noise.hpp"

namespace quern {
namespace {

// No bug of ours: counts may come from a document that anybody wrote.
[[noreturn]] void refuse() {
  throw Error(ErrorKind::usage, "the counts of functions add up to more than 64 bits can hold",
              "no measurement comes near: where do these counts come from?");
}

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) refuse();
  return result;
}

std::uint64_t magnitude(std::int64_t count) {
  const auto bits = static_cast<std::uint64_t>(count);
  return count < 0 ? std::uint64_t{0} - bits : bits;
}

bool larger_first(const FunctionCount& a, const FunctionCount& b) {
  if (magnitude(a.count) != magnitude(b.count)) return magnitude(a.count) > magnitude(b.count);
  return a.function < b.function;
}

FunctionCounts counts_of(const Profile& profile, std::string_view event, Costs FunctionCost::*costs) {
  const std::size_t column = profile.event_index(event);
  std::vector<FunctionCount> counts;
  counts.reserve(profile.functions.size());
  for (const FunctionCost& function : profile.functions)
    counts.push_back({{function.name, function.file, function.object},
                      static_cast<std::int64_t>((function.*costs)[column])});  // at most INT64_MAX, as Costs promises
  return FunctionCounts(std::move(counts));
}

}  // namespace

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) refuse();
  return result;
}

FunctionCounts::FunctionCounts(std::vector<FunctionCount> counts) {
  std::sort(counts.begin(), counts.end(),
            [](const FunctionCount& a, const FunctionCount& b) { return a.function < b.function; });
  for (FunctionCount& count : counts) {
    if (!counts_.empty() && counts_.back().function == count.function)
      counts_.back().count = sum(counts_.back().count, count.count);
    else
      counts_.push_back(std::move(count));
  }
  std::erase_if(counts_, [](const FunctionCount& count) { return count.count == 0; });
  std::sort(counts_.begin(), counts_.end(), larger_first);
}

std::int64_t FunctionCounts::count(const FunctionKey& function) const {
  const auto found = std::find_if(begin(), end(), [&](const FunctionCount& c) { return c.function == function; });
  return found == end() ? 0 : found->count;
}

std::int64_t FunctionCounts::total() const {
  std::int64_t total = 0;
  for (const FunctionCount& count : counts_) total = sum(total, count.count);
  return total;
}

FunctionCounts FunctionCounts::filter(const std::function<bool(const FunctionKey&)>& keep) const {
  FunctionCounts result = *this;
  std::erase_if(result.counts_, [&](const FunctionCount& count) { return !keep(count.function); });
  return result;
}

FunctionCounts FunctionCounts::transform(const std::function<FunctionKey(const FunctionKey&)>& rename) const {
  std::vector<FunctionCount> renamed;
  renamed.reserve(counts_.size());
  for (const FunctionCount& count : counts_) renamed.push_back({rename(count.function), count.count});
  return FunctionCounts(std::move(renamed));
}

FunctionCounts FunctionCounts::denoise() const {
  return filter([](const FunctionKey& function) { return !is_noisy(function.name); });
}

FunctionCounts operator+(const FunctionCounts& a, const FunctionCounts& b) {
  std::vector<FunctionCount> both = a.counts_;
  both.insert(both.end(), b.counts_.begin(), b.counts_.end());
  return FunctionCounts(std::move(both));
}

FunctionCounts operator-(const FunctionCounts& a, const FunctionCounts& b) { return a + -b; }

FunctionCounts operator*(const FunctionCounts& counts, std::int64_t factor) {
  std::vector<FunctionCount> scaled = counts.counts_;
  for (FunctionCount& count : scaled) count.count = product(count.count, factor);
  return FunctionCounts(std::move(scaled));
}

FunctionCounts self_counts(const Profile& profile, std::string_view event) {
  return counts_of(profile, event, &FunctionCost::self);
}

FunctionCounts inclusive_counts(const Profile& profile, std::string_view event) {
  return counts_of(profile, event, &FunctionCost::inclusive);
}

}  // namespace quern
