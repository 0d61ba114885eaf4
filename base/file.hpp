// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

namespace quern {

/// The content of a regular file, or its first `most` bytes. Throws std::runtime_error, with nothing but the reason, if
/// the file cannot be read.
std::string read_file(const std::filesystem::path& path, std::size_t most = std::numeric_limits<std::size_t>::max());

/// The whole content of a file of any kind, also of a kernel's file, which has no size; nothing if it cannot be opened.
std::optional<std::string> try_read_file(const std::filesystem::path& path);

/// The last `most` bytes of a file; empty if it cannot be read.
std::string read_tail(const std::filesystem::path& path, std::size_t most);

}  // namespace quern
