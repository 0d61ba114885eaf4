// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/profile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "harness/profile/inclusive.hpp"

namespace quern {
namespace {

constexpr std::uint64_t kMaxSum = std::numeric_limits<std::int64_t>::max();

void add_files(std::vector<FileCost>& files, const std::vector<FileCost>& more) {
  for (const FileCost& cost : more) {
    const auto known = std::find_if(files.begin(), files.end(), [&](const FileCost& f) { return f.file == cost.file; });
    if (known == files.end())
      files.push_back(cost);
    else
      add_costs(known->self, cost.self);
  }
  std::sort(files.begin(), files.end(), [](const FileCost& a, const FileCost& b) { return a.file < b.file; });
}

// Collects by what identifies functions and calls in every profile, as indices differ from one to the next.
class Sum {
 public:
  explicit Sum(const Profile& first)
      : result_{first.creator, first.command, first.events, first.event_definitions, {}, {}, {}, {}} {
    result_.totals.resize(first.events.size());
  }

  void add(const Profile& profile) {
    if (profile.events != result_.events)
      throw Error(ErrorKind::environment, fmt::format("profiles of different events: {} and {}",
                                                      fmt::join(result_.events, " "), fmt::join(profile.events, " ")));
    for (const FunctionCost& function : profile.functions) add_function(function);
    for (const CallCost& call : profile.calls) add_call(profile, call);
    result_.parts.insert(result_.parts.end(), profile.parts.begin(), profile.parts.end());
    add_costs(result_.totals, profile.totals);
  }

  Profile finish() {
    std::map<Key, std::size_t> index;
    for (auto& [key, function] : functions_) {
      index.emplace(key, result_.functions.size());
      result_.functions.push_back(std::move(function));
    }
    for (auto& [ends, call] : calls_) {
      result_.calls.push_back(std::move(call));
      result_.calls.back().caller = index.at(ends.first);
      result_.calls.back().callee = index.at(ends.second);
    }
    add_inclusive_costs(result_);
    return std::move(result_);
  }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;

  static Key key_of(const FunctionCost& function) { return {function.name, function.file, function.object}; }

  void add_function(const FunctionCost& function) {
    const auto [known, is_new] = functions_.try_emplace(key_of(function), function);
    if (is_new) return;
    known->second.calls += function.calls;
    add_costs(known->second.self, function.self);
    add_files(known->second.files, function.files);
  }

  void add_call(const Profile& profile, const CallCost& call) {
    const auto ends = std::pair(key_of(profile.functions[call.caller]), key_of(profile.functions[call.callee]));
    const auto [known, is_new] = calls_.try_emplace(ends, call);
    if (is_new) return;
    known->second.count += call.count;
    add_costs(known->second.inclusive, call.inclusive);
  }

  Profile result_;
  std::map<Key, FunctionCost> functions_;
  std::map<std::pair<Key, Key>, CallCost> calls_;
};

}  // namespace

void add_costs(std::span<std::uint64_t> sum, std::span<const std::uint64_t> more) {
  for (std::size_t i = 0; i < more.size(); ++i) {
    if (more[i] > kMaxSum - sum[i]) throw Error(ErrorKind::environment, "a sum of counts exceeds 63 bits");
    sum[i] += more[i];
  }
}

std::size_t event_index(std::span<const std::string> events, std::string_view event) {
  const auto found = std::find(events.begin(), events.end(), event);
  if (found == events.end())
    throw Error(ErrorKind::environment,
                fmt::format("the profile has no event '{}'; it has {}", event, fmt::join(events, " ")));
  return static_cast<std::size_t>(found - events.begin());
}

std::size_t Profile::event_index(std::string_view event) const { return quern::event_index(events, event); }

Profile sum_profiles(std::span<const Profile> profiles) {
  if (profiles.empty()) return {};
  Sum sum(profiles.front());
  for (const Profile& profile : profiles) sum.add(profile);
  return sum.finish();
}

}  // namespace quern
