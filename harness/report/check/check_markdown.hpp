// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <ostream>

#include "harness/compare/check.hpp"

namespace quern {

/// GitHub-flavoured markdown for a comment on a pull request: never more than `most_bytes`, what is left out is said.
void write_check_markdown(const Check& check, std::ostream& out, std::size_t most_bytes = 60000);

}  // namespace quern
