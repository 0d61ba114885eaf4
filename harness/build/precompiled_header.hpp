// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/build/compiler_driver.hpp"

namespace quern {

/// Makes the precompiled header of all that snippets see (worker/cpp/prelude.hpp) in `folder`: with clang as a header
/// module. What uses it must be compiled with the same `flags`.
Compiled make_precompiled_header(const CompilerDriver& driver, std::vector<std::string> flags,
                                 const std::filesystem::path& folder);

/// The arguments, after the flags, that make the compiler use the precompiled header in `folder`.
std::vector<std::string> precompiled_header_arguments(const CompilerDriver& driver,
                                                      const std::filesystem::path& folder);

}  // namespace quern
