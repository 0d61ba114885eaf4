// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "expand/case/case.hpp"

namespace quern {

/// Whether code seems to define a variable called `model`. The check knows comments and string literals, but no
/// grammar: it is there to catch a forgotten or misspelt name before a compiler or an interpreter does.
bool defines_model(std::string_view code, Language language);

}  // namespace quern
