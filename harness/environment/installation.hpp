// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// Which part of a build of LibTorch there is: all that its makers install, or headers and libraries for C++ with empty
/// ones in place of CUDA's. They do not count alike, because other libraries are loaded.
enum class InstallationKind { full, cpp };

/// `full` or `cpp`, as in run documents.
std::string_view to_string(InstallationKind kind);

}  // namespace quern
