// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/yaml/problems.hpp"
#include "expand/group.hpp"

namespace quern {

/// Takes the two blocks of `variants` apart: headings, setup sections, and a benchmark per line, each beside that of
/// the other language in the same line under the same heading, if there is one. Reports headings and blocks without a
/// line to measure.
GroupedVariants split_variants(const PerLanguage& blocks, Problems& problems);

}  // namespace quern
