// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/error.hpp"
#include "harness/compare/backtest.hpp"
#include "harness/compare/bisect.hpp"
#include "harness/compare/check.hpp"
#include "harness/compare/comparison.hpp"
#include "harness/compare/verification.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// The exit codes that scripts can rely on.
enum class ExitCode {
  ok = 0,
  case_failed = 1,
  usage = 2,
  regression = 3,
  environment = 4,
  unstable = 5,
  internal = 70,
  interrupted = 130
};

// What each outcome of a command means to a script: decided here and nowhere else.
ExitCode exit_code(ErrorKind kind);
ExitCode exit_code(const Run& run);
ExitCode exit_code(const Comparison& comparison);
ExitCode exit_code(const Check& check);
ExitCode exit_code(const Verification& verification);
ExitCode exit_code(const Backtest& backtest);
ExitCode exit_code(const Bisection& bisection);

}  // namespace quern
