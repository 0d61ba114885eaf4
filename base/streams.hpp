// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>

namespace quern {

/// Where a command writes: the result, and everything else.
struct Streams {
  std::ostream& out;
  std::ostream& err;
};

}  // namespace quern
