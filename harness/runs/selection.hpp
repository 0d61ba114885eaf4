// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "expand/case/case.hpp"
#include "harness/model/run_selection.hpp"

namespace quern {

/// Which cases a command is about: the same options everywhere.
struct Selection {
  std::vector<std::string> suites;  // empty: the standard suite
  std::string filter;
  std::vector<std::string> tags;
  std::vector<std::string> languages;
  std::vector<int> threads;
  bool no_cpp = false;
  bool no_python = false;
  std::string shard;  // I/N: of what is left, every Nth case, beginning with the Ith
};

/// Every case of the suites. Throws Error(definition, usage or environment).
std::vector<Case> load_cases(const Selection& selection);

/// Whether the options, but for the shard, keep a case. Throws Error(usage) for a filter that is no regular expression.
std::function<bool(const Case&)> selector(const Selection& selection);

/// The selection as a document has it: the same for options that mean the same.
RunSelection recorded(const Selection& selection);

/// The cases that the options keep, in the suite's order. Throws Error(usage) for a filter that is no regular
/// expression, and if nothing is left: a run over nothing would look like a success.
std::vector<Case> select(std::vector<Case> cases, const Selection& selection);

}  // namespace quern
