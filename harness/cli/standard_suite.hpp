// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace quern {

/// Where the standard suite lies, seen from the running program: in an installation or in a source tree. Relative to
/// the working directory where it lies below it. Throws Error(environment) if it is in neither place.
std::filesystem::path standard_suite();

}  // namespace quern
