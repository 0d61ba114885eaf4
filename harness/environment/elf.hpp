// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// The GNU build-id of an ELF file in hexadecimal; empty if it has none or is no ELF file.
std::string build_id(const std::filesystem::path& file);

/// The loader that a program asks for; empty if it asks for none.
std::string program_interpreter(const std::filesystem::path& program);

/// A part of a file.
struct FileRange {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Where a program or library holds its code; none if it is no ELF file.
std::vector<FileRange> code_of(const std::filesystem::path& file);

/// Whether the bytes of a file contain `text` anywhere.
bool file_contains(const std::filesystem::path& file, std::string_view text);

}  // namespace quern
