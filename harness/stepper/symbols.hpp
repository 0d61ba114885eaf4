// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace quern {

/// The functions of a program or library, by its symbol table, or where that is stripped by its dynamic one.
class SymbolTable {
 public:
  /// Empty if the file is no ELF file, or is damaged.
  explicit SymbolTable(const std::filesystem::path& file);

  /// The function that the code at this offset of the file belongs to, demangled; `??? [PLT]` for the linker's stubs,
  /// else an address of the file, as Callgrind writes it where it knows no better.
  [[nodiscard]] std::string function_at(std::uint64_t offset) const;

 private:
  struct Symbol {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string name;
  };
  struct Segment {
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  friend class SymbolReader;

  std::vector<Symbol> symbols_;  // by address; of several names for one function the shortest
  std::vector<Segment> segments_;
  std::vector<Segment> stubs_;
};

}  // namespace quern
