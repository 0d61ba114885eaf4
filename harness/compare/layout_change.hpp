// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/comparison.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Both sides where libraries, stack and heap lie elsewhere. A side that is null could not be measured there: it
/// counts as in the usual layout.
struct Elsewhere {
  int layout = 0;
  const Run* a = nullptr;
  const Run* b = nullptr;
};

/// Which value of which case.
struct MetricOfCase {
  const std::string& id;
  std::string_view metric;
};

/// What a metric of a case is on both sides in the usual layout, and then in each further one. A side that was to be
/// measured there and has no number has none here either; `lacking` then says why.
std::vector<LayoutPair> in_layouts(const MetricOfCase& of, const LayoutPair& usual,
                                   std::span<const Elsewhere> elsewhere, std::string& lacking);

/// `holds in 3 of 3 layouts`; with the range of the changes where they are not all the same, and empty for a case that
/// was measured in one layout only.
std::string layouts_text(const CaseComparison& compared);

/// Adds to every case that changed, and that was measured elsewhere, what became of the change there. One that is not
/// there in all layouts is unstable: it comes from where things lie, or cannot be told from that.
void hold_changes(Comparison& comparison, std::span<const Elsewhere> elsewhere);

}  // namespace quern
