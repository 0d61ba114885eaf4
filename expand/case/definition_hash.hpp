// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "expand/case/case.hpp"

namespace quern {

/// The hash covers what is run and how. It does not cover the label, origin, tags and guards: moving or tagging a
/// benchmark does not change it.
std::string definition_hash(const Case& args);

}  // namespace quern
