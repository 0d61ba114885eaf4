// SPDX-License-Identifier: Apache-2.0
// Prints the sum of profiles for annotate_test.py, one tab-separated record per line.
// print_profile one|several FILE…
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "harness/profile/profile_reader.hpp"

namespace {

using quern::Costs;
using quern::FileCost;
using quern::FunctionCost;
using quern::Profile;

std::string joined(const Costs& costs) {
  std::string text;
  for (const std::uint64_t cost : costs) text += (text.empty() ? "" : " ") + std::to_string(cost);
  return text;
}

void print_function(const FunctionCost& function) {
  for (const FileCost& cost : function.files)
    std::printf("self\t%s:%s\t%s\n", cost.file.c_str(), function.name.c_str(), joined(cost.self).c_str());
  std::printf("function\t%s:%s\t%s\t%s\t%llu\n", function.file.c_str(), function.name.c_str(),
              joined(function.inclusive).c_str(), function.recursive ? "recursive" : "plain",
              static_cast<unsigned long long>(function.calls));
}

void print(const Profile& profile, const Costs& fast_totals) {
  std::printf("totals\t%s\nfast_totals\t%s\nparts\t%zu\n", joined(profile.totals).c_str(), joined(fast_totals).c_str(),
              profile.parts.size());
  for (const FunctionCost& function : profile.functions) print_function(function);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const quern::Threads threads = arguments.at(0) == "one" ? quern::Threads::one : quern::Threads::several;
  std::vector<Profile> profiles;
  Costs fast_totals;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    profiles.push_back(quern::read_profile_file(arguments[i], threads));
    fast_totals.resize(profiles.back().totals.size());
    quern::add_costs(fast_totals, quern::read_totals_file(arguments[i], threads).totals);
  }
  print(quern::sum_profiles(profiles), fast_totals);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
