// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/elf.hpp"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <vector>

namespace quern {
namespace {

template <typename T>
bool read_at(std::ifstream& stream, std::uint64_t offset, T& value) {
  stream.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(stream.read(reinterpret_cast<char*>(&value), sizeof value));
}

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::size_t padded(std::size_t size) { return (size + 3U) & ~std::size_t{3}; }

// Notes are a header, a name and a description each, padded to four bytes.
std::string find_build_id(std::string_view notes) {
  while (notes.size() >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr note;
    std::memcpy(&note, notes.data(), sizeof note);
    const std::size_t description = sizeof note + padded(note.n_namesz);
    if (notes.size() < description + note.n_descsz) return {};
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof note).starts_with(std::string_view("GNU\0", 4)))
      return hexadecimal(notes.substr(description, note.n_descsz));
    notes.remove_prefix(std::min(notes.size(), description + padded(note.n_descsz)));
  }
  return {};
}

/// The headers of the segments; none if the file is no ELF file, or is damaged.
std::vector<Elf64_Phdr> headers_of(std::ifstream& stream) {
  std::vector<Elf64_Phdr> found;
  Elf64_Ehdr header;
  if (!read_at(stream, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!read_at(stream, header.e_phoff + i * header.e_phentsize, segment)) return found;
    found.push_back(segment);
  }
  return found;
}

/// The contents of the segments of a type.
std::vector<std::string> segments_of(const std::filesystem::path& file, std::uint32_t type) {
  constexpr std::uint64_t kLargest = 64 << 10;
  std::vector<std::string> found;
  std::ifstream stream(file, std::ios::binary);
  for (const Elf64_Phdr& segment : headers_of(stream)) {
    if (segment.p_type != type || segment.p_filesz > kLargest) continue;
    std::string contents(segment.p_filesz, '\0');
    stream.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!stream.read(contents.data(), static_cast<std::streamsize>(contents.size()))) return found;
    found.push_back(std::move(contents));
  }
  return found;
}

}  // namespace

std::string build_id(const std::filesystem::path& file) {
  for (const std::string& notes : segments_of(file, PT_NOTE))
    if (std::string id = find_build_id(notes); !id.empty()) return id;
  return {};
}

std::string program_interpreter(const std::filesystem::path& program) {
  const std::vector<std::string> found = segments_of(program, PT_INTERP);
  return found.empty() ? std::string{} : std::string(found.front().c_str());
}

std::vector<FileRange> code_of(const std::filesystem::path& file) {
  std::vector<FileRange> found;
  std::ifstream stream(file, std::ios::binary);
  for (const Elf64_Phdr& segment : headers_of(stream))
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
      found.push_back({segment.p_offset, segment.p_filesz});
  return found;
}

bool file_contains(const std::filesystem::path& file, std::string_view text) {
  constexpr std::size_t kBlock = 1 << 20;
  std::ifstream stream(file, std::ios::binary);
  std::string window;
  std::vector<char> block(kBlock);
  const std::boyer_moore_horspool_searcher searcher(text.begin(), text.end());
  while (stream.read(block.data(), kBlock), stream.gcount() > 0) {
    window.erase(0, window.size() - std::min(window.size(), text.size()));  // what spans two blocks is found too
    window.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (std::search(window.begin(), window.end(), searcher) != window.end()) return true;
  }
  return false;
}

}  // namespace quern
