// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "harness/environment/libtorch.hpp"

namespace quern {

/// Standards of C++ that a release may take, the most likely one first: an attempt takes seconds.
std::vector<std::string> standards_of(const LibTorch& torch);

/// The compiler's flags that lead to LibTorch's headers and, where these lack one that workers need, to its stand-in
/// below `sources` (worker/compat). Throws Error(environment) if nothing tells the version that it would have.
std::vector<std::string> header_flags(const LibTorch& torch, const std::filesystem::path& sources);

/// Whether a flag only says where something is or which release it is: a fingerprint has the one nowhere and the other
/// elsewhere.
bool is_place_or_release(const std::string& flag);

}  // namespace quern
