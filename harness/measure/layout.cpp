// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/layout.hpp"

#include <fmt/format.h>

namespace quern {

// The numbers are prime to the sizes of pages, of caches and of tables in which addresses are hashed: neighbouring
// layouts differ in all bits that matter.

int padding_pages(int layout) { return 1 + layout * 211 % 1021; }

std::string layout_variable(int layout) {
  constexpr int kStackStep = 16;  // the stack is aligned to it
  return fmt::format("{}:{}", layout, std::string(static_cast<std::size_t>(layout * 37 % 251 * kStackStep), '-'));
}

}  // namespace quern
