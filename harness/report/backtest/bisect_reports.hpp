// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "harness/compare/bisect.hpp"

namespace quern {

struct BisectTextOptions {
  bool color = false;
  std::size_t functions = 5;  // behind each step
};

/// What was measured, each step with its functions, and what nobody looked at.
void write_bisect_text(const Bisection& bisection, const BisectTextOptions& options, std::ostream& out);

/// The same to paste into an issue.
void write_bisect_markdown(const Bisection& bisection, std::size_t functions, std::ostream& out);

/// The document `quern.bisect/1`; docs/schemas/quern.bisect.1.schema.json describes it.
nlohmann::ordered_json bisect_document(const Bisection& bisection, const std::string& quern_version);

}  // namespace quern
