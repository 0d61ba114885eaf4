// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "expand/case/case.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Where a line (from 1) of a case's part was written; nothing if there is no such part or line. Parts: stmt, setup,
/// global_setup.
std::optional<Origin> place_in_definition(const Case& args, std::string_view part, int line);

/// A Python traceback whose frames name parts of the case (`File "<stmt>", line 2`) in terms of the user's files.
std::string with_origins(const std::string& traceback, const Case& args);

/// A worker says where it failed in a line before its message, `at stmt 2`: moves that to `where`.
void locate_failure(Failure& failure, const Case& args);

}  // namespace quern
