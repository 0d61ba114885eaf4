// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace quern {
namespace {

constexpr std::size_t kLongestWord = 64;  // beyond it nobody mistyped, and the table would grow with the input

// Two neighbours that changed places are one slip.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 0; i < a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) return {};
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= best_distance || distance >= candidate.size()) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string suggest_or(std::string_view word, std::span<const std::string_view> candidates, std::string otherwise) {
  const std::string_view meant = nearest(word, candidates);
  return meant.empty() ? std::move(otherwise) : fmt::format("did you mean '{}'?", meant);
}

std::string suggest(std::string_view word, std::span<const std::string_view> candidates) {
  return suggest_or(word, candidates, fmt::format("valid here: {}", fmt::join(candidates, ", ")));
}

}  // namespace quern
