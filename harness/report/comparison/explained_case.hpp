// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "harness/compare/explanation.hpp"
#include "harness/report/comparison/explanation_text.hpp"

namespace quern {

/// A side of an explanation.
struct ExplainedSide {
  double instructions = 0;
  std::string description = {};  // its torch and its name, fit to print
};

/// What `quern explain` is about.
struct ExplainedCase {
  std::string id;
  const Explanation* explanation = nullptr;
  ExplanationOptions options = {};
  ExplainedSide a = {};  // of a difference only
  ExplainedSide b = {};
};

/// The counts, then what explains them.
void write_explained(const ExplainedCase& explained, std::ostream& out);
/// The document `quern.explanation/1`.
nlohmann::ordered_json explanation_document(const ExplainedCase& explained);
/// A line for each function.
void write_explanation_csv(const Explanation& explanation, std::ostream& out);

}  // namespace quern
