// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/compare/check.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// All that a check takes from quern.yaml and what lies beside it.
struct RulesOfCheck {
  CheckRules rules;
  std::vector<Waiver> waivers;
  RulesOrigin origin;
};

/// The rules of `settings`; waivers from `waivers` (--waivers), else from beside them. `named`: somebody said by
/// --rules which settings are in force, and a difference to those of the working tree is worth a word. Throws
/// Error(definition) for mistakes, Error(usage) for what cannot be read.
RulesOfCheck read_check_rules(const Settings& settings, const std::string& waivers, bool named);

}  // namespace quern
