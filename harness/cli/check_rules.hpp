// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/compare/check.hpp"
#include "harness/environment/environment_spec.hpp"

namespace quern {

/// All that a check takes from quern.yaml and what lies beside it.
struct RulesOfCheck {
  CheckRules rules;
  std::vector<Waiver> waivers;
  std::vector<EnvironmentSpec> environments;  // that a side can be called by
  RulesOrigin origin;
};

/// Reads the rules: those that `rules` (--rules) names, else those of the working tree; waivers from `waivers`
/// (--waivers), else from beside them. Throws Error(definition) for mistakes, Error(usage) for what cannot be read.
RulesOfCheck read_check_rules(const std::string& rules, const std::string& waivers);

}  // namespace quern
