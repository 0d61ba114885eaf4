// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

/// The run ids of operator cases as PARAM prints them: it adds the id of each build to those before it, so that the
/// third of three builds is `0|0_0|0_1|0_2|…`.
std::vector<std::string> param_run_ids(std::span<const Case> cases);

/// The cases from the one with the id `resume` on, and before the one with the id `stop`; an empty id is no bound. Both
/// may be written as quern or as PARAM writes them. Throws Error(usage) for an id that no case has.
std::vector<Case> cases_between(std::vector<Case> cases, const std::string& resume, const std::string& stop);

}  // namespace quern
