// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/exit_code.hpp"

namespace quern {

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::definition:
      return ExitCode::usage;
    case ErrorKind::environment:
      return ExitCode::environment;
    case ErrorKind::interrupted:
      return ExitCode::interrupted;
    case ErrorKind::internal:
      break;
  }
  return ExitCode::internal;
}

}  // namespace quern
