// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

namespace quern {

/// A regular file, or its first `most` bytes. Throws std::runtime_error with the reason alone if it cannot be read.
std::string read_file(const std::filesystem::path& path, std::size_t most = std::numeric_limits<std::size_t>::max());

/// All of a file of any kind, also one of the kernel's that has no size; nothing if it cannot be opened.
std::optional<std::string> try_read_file(const std::filesystem::path& path);

/// The last `most` bytes of a file; empty if it cannot be read.
std::string read_tail(const std::filesystem::path& path, std::size_t most);

}  // namespace quern
