// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "expand/case/case.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// Why a case does not compile, from all that the compiler said, with the place where the user wrote it.
Failure compile_failure(const Case& args, const std::string& output);

/// The same if `output` is about a Question: its message says which part of the code leaves the statement.
Failure question_failure(const Case& args, const std::string& output);

/// A statement that cannot be measured because `way_out` leads out of it.
Failure left_by(const Case& args, const std::string& way_out);

}  // namespace quern
