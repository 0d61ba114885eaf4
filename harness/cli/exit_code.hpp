// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/error.hpp"

namespace quern {

/// The promise to scripts.
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

ExitCode exit_code(ErrorKind kind);

}  // namespace quern
