// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <vector>

namespace quern {

/// Where systems keep libraries of 64 bits.
std::vector<std::filesystem::path> library_folders();

/// The newest mimalloc in these folders, whatever its version (`libmimalloc.so.2`, `libmimalloc.so.3.0`); empty if
/// there is none. Only `--allocator mimalloc` needs it.
std::filesystem::path find_mimalloc(const std::vector<std::filesystem::path>& folders = library_folders());

/// The same, but throws Error(environment), with what to do, if there is none.
std::filesystem::path require_mimalloc(const std::vector<std::filesystem::path>& folders = library_folders());

}  // namespace quern
