// SPDX-License-Identifier: Apache-2.0
// Any bytes are either a profile that adds up or one Error(environment). Everything else that happens is a finding.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

#include "base/error.hpp"
#include "harness/profile/function_counts.hpp"
#include "harness/profile/profile_reader.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const quern::Profile& profile) {
  quern::Costs sum(profile.events.size());
  for (const quern::FunctionCost& function : profile.functions) {
    quern::add_costs(sum, function.self);
    for (std::size_t i = 0; i < sum.size(); ++i) require(function.inclusive[i] <= profile.totals[i]);
  }
  require(sum == profile.totals);
  const std::string& event = profile.events.front();
  require(quern::self_counts(profile, event).total() == static_cast<std::int64_t>(profile.total(event)));
  const quern::Profile same = quern::sum_profiles(std::span(&profile, 1));
  require(quern::inclusive_counts(same, event) == quern::inclusive_counts(profile, event));
}

void read(const quern::ProfileText& source) {
  try {
    const quern::Profile profile = quern::read_profile(source);
    check(profile);
    require(quern::read_totals(source).totals == profile.totals);
  } catch (const quern::Error& error) {
    if (error.kind() != quern::ErrorKind::environment) throw;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): libFuzzer's interface
  const std::string input(reinterpret_cast<const char*>(data), size);
  read({input, "input", quern::Threads::one});
  read({input, "input", quern::Threads::several});
  return 0;
}
