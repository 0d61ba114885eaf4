// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>
#include <string_view>

#include "harness/compare/comparison.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Text that markdown shows as it is: no markup, no HTML, no mention, no line break, safe in a table's cell.
std::string markdown_text(std::string_view text);
/// The same as code, in backticks that the text cannot close.
std::string markdown_code(std::string_view text);

/// A run, and a comparison, as tables in GitHub-flavoured markdown.
void write_run_markdown(const Run& run, std::ostream& out);
void write_comparison_markdown(const Comparison& comparison, std::ostream& out);

}  // namespace quern
