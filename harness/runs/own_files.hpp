// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace quern {

/// The folder that holds definitions/, worker/ and callgrind_client/, seen from the running program: share/quern of an
/// installation, or the source tree. Throws Error(environment) if it is in neither place.
std::filesystem::path resource_folder();

/// What counts by single steps, where it would lie: in libexec/quern of an installation, or beside the running program.
std::filesystem::path stepper_program();

/// The standard suite; relative to the working directory where it lies below it, so that messages stay short.
std::filesystem::path standard_suite();

}  // namespace quern
