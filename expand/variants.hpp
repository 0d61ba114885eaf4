// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "expand/group.hpp"
#include "expand/problems.hpp"

namespace quern {

/// Takes the two blocks of `variants` apart: headings, setup sections, and a benchmark per line. Reports headings and
/// numbers of lines that do not agree between the languages, and blocks without a line to measure.
GroupedVariants split_variants(const PerLanguage& blocks, Problems& problems);

}  // namespace quern
