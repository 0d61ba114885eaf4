// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "harness/compare/verification.hpp"
#include "tests/unit/compare/made_up_functions.hpp"

namespace quern::test {

/// One case, counted by Callgrind and by steps.
struct TwoCounts {
  Case args;
  Run callgrind;
  Run steps;

  TwoCounts(double counted, double stepped) {
    args.id = "a:eager:forward:cpp:t1";
    callgrind.cases.push_back({&args, Status::ok, measured(counted), {}, 0});
    steps.cases.push_back({&args, Status::ok, measured(stepped), {}, 0});
  }

  [[nodiscard]] VerifiedCase judged() const { return verify(callgrind, steps).cases.front(); }

 private:
  static Measurement measured(double count) {
    Measurement measurement;
    measurement.values[kInstructions] = {count};
    measurement.functions = functions(1, {{"f", static_cast<std::int64_t>(count)}});
    return measurement;
  }
};

}  // namespace quern::test
