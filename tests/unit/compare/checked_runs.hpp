// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <doctest/doctest.h>

#include <string>

#include "tests/unit/compare/two_runs.hpp"

namespace quern::test {

/// The limit of a case's metric, and where it comes from.
inline std::string limit_of(const Check& check, std::size_t number, std::size_t metric = 0) {
  const CheckedMetric& checked = check.cases.at(number).metrics.at(metric);
  return checked.metric + " " + to_string(checked.limit.limit) + " by " + checked.limit.origin;
}

inline Finding finding_of_one(const TwoRuns& runs) {
  const Check check = runs.check();
  REQUIRE(check.cases.size() == 1);
  return check.cases[0].finding;
}

inline Error error_of(const TwoRuns& runs) {
  try {
    static_cast<void>(runs.check());
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error");
  return {ErrorKind::internal, ""};
}

}  // namespace quern::test
