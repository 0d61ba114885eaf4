// SPDX-License-Identifier: Apache-2.0
#include "harness/model/run.hpp"

namespace quern {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::exact:
      return "exact";
    case Verdict::settled:
      return "settled";
    case Verdict::jitter:
      break;
  }
  return "jitter";
}

std::string_view to_string(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::failed:
      return "failed";
    case Status::skipped:
      break;
  }
  return "skipped";
}

}  // namespace quern
