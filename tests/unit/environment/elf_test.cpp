// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/elf.hpp"

#include <doctest/doctest.h>
#include <elf.h>

#include <cstring>
#include <fstream>

#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace {

template <typename T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A note whose name and description need no padding.
std::string elf_note(std::uint32_t type, const std::string& name, const std::string& description) {
  const Elf64_Nhdr header = {static_cast<Elf64_Word>(name.size()), static_cast<Elf64_Word>(description.size()), type};
  return bytes_of(header) + name + description;
}

const std::string kGnu("GNU\0", 4);

/// The build-id of a file with these notes, in a segment, and nothing else.
std::string build_id_among(const std::string& notes) {
  const TemporaryFolder folder;
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  Elf64_Phdr segment = {};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = notes.size();
  std::ofstream(folder.path() / "library.so", std::ios::binary) << bytes_of(header) << bytes_of(segment) << notes;
  return build_id(folder.path() / "library.so");
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/elf");

TEST_CASE("a build-id is the note that says so, wherever it stands") {
  const std::string id = elf_note(NT_GNU_BUILD_ID, kGnu, "\x01\xAB\x7F\x20");
  const std::string abi = elf_note(NT_GNU_ABI_TAG, kGnu, "same");
  const std::string property = elf_note(NT_GNU_PROPERTY_TYPE_0, kGnu, "other things");
  CHECK(build_id_among(id) == "01ab7f20");
  CHECK(build_id_among(abi + id) == "01ab7f20");
  CHECK(build_id_among(property + id) == "01ab7f20");
}

TEST_CASE("notes of other types, or of others than GNU, are no build-id") {
  CHECK(build_id_among(elf_note(NT_GNU_ABI_TAG, kGnu, "same")).empty());
  CHECK(build_id_among(elf_note(NT_GNU_BUILD_ID, std::string("Go!\0", 4), "same")).empty());
  CHECK(build_id_among("").empty());
}

TEST_CASE("a note that promises more than there is, and a file that is none of ELF's, have no build-id") {
  const std::string id = elf_note(NT_GNU_BUILD_ID, kGnu, "same");
  CHECK(build_id_among(id.substr(0, id.size() - 1)).empty());
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "text") << "no ELF file";
  CHECK(build_id(folder.path() / "text").empty());
  CHECK(build_id(folder.path() / "absent").empty());
}

TEST_SUITE_END();
