// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/case_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace quern {
namespace {

// What the user may have meant: ids that contain the words, else the closest one.
std::string similar(const std::vector<Case>& cases, const std::string& wanted) {
  constexpr std::size_t kMostSimilar = 5;
  std::vector<std::string_view> ids;
  std::vector<std::string_view> containing;
  for (const Case& args : cases) {
    ids.push_back(args.id);
    if (args.id.find(wanted) != std::string::npos && containing.size() < kMostSimilar) containing.push_back(args.id);
  }
  if (!containing.empty()) return fmt::format("ids that contain it: {}", fmt::join(containing, ", "));
  return suggest_or(wanted, ids, "'quern list' shows all ids");
}

}  // namespace

const Case& find_case(const std::vector<Case>& cases, const std::string& id) {
  const auto found = std::find_if(cases.begin(), cases.end(), [&](const Case& args) { return args.id == id; });
  if (found == cases.end()) throw Error(ErrorKind::usage, fmt::format("no case '{}'", id), similar(cases, id));
  return *found;
}

}  // namespace quern
