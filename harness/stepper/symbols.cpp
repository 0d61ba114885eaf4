// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>
#include <tuple>

namespace quern {
namespace {

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 ? std::string(text.get()) : name;
}

}  // namespace

/// Fills a table from a file. What lies outside the file reads as nothing.
class SymbolReader {
 public:
  SymbolReader(const std::filesystem::path& file, SymbolTable& table)
      : stream_(file, std::ios::binary), table_(table) {}

  void read() {
    Elf64_Ehdr header;
    if (!read_at(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
    for (const auto& segment : list<Elf64_Phdr>(header.e_phoff, header.e_phnum * sizeof(Elf64_Phdr)))
      if (segment.p_type == PT_LOAD) table_.segments_.push_back({segment.p_offset, segment.p_vaddr, segment.p_filesz});
    sections_ = list<Elf64_Shdr>(header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr));
    if (header.e_shstrndx < sections_.size()) add_stubs(contents(sections_[header.e_shstrndx]));
    if (!add_symbols(SHT_SYMTAB)) add_symbols(SHT_DYNSYM);
    sort();
  }

 private:
  template <typename T>
  bool read_at(std::uint64_t offset, T& value) {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    return static_cast<bool>(stream_.read(reinterpret_cast<char*>(&value), sizeof value));
  }

  template <typename T>
  std::vector<T> list(std::uint64_t offset, std::uint64_t size) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 30U;
    if (size > kLargest) return {};
    std::vector<T> items(size / sizeof(T));
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    if (!stream_.read(reinterpret_cast<char*>(items.data()), static_cast<std::streamsize>(items.size() * sizeof(T))))
      return {};
    return items;
  }

  std::string contents(const Elf64_Shdr& section) {
    const std::vector<char> bytes = list<char>(section.sh_offset, section.sh_size);
    return {bytes.begin(), bytes.end()};
  }

  void add_stubs(const std::string& names) {
    for (const Elf64_Shdr& section : sections_)
      if (section.sh_name < names.size() && std::string_view(names.c_str() + section.sh_name).starts_with(".plt"))
        table_.stubs_.push_back({section.sh_offset, section.sh_addr, section.sh_size});
  }

  bool add_symbols(std::uint32_t type) {
    const auto section = std::find_if(sections_.begin(), sections_.end(),
                                      [type](const Elf64_Shdr& candidate) { return candidate.sh_type == type; });
    if (section == sections_.end() || section->sh_link >= sections_.size()) return false;
    const std::string names = contents(sections_[section->sh_link]);
    for (const auto& symbol : list<Elf64_Sym>(section->sh_offset, section->sh_size)) {
      const unsigned kind = ELF64_ST_TYPE(symbol.st_info);
      if ((kind != STT_FUNC && kind != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.size())
        continue;
      table_.symbols_.push_back({symbol.st_value, symbol.st_value + symbol.st_size, names.c_str() + symbol.st_name});
    }
    return true;
  }

  void sort() {
    std::vector<SymbolTable::Symbol>& symbols = table_.symbols_;
    std::sort(symbols.begin(), symbols.end(), [](const auto& a, const auto& b) {
      const std::size_t length_a = a.name.size();
      const std::size_t length_b = b.name.size();
      return std::tie(a.begin, length_a, a.name) < std::tie(b.begin, length_b, b.name);
    });
    const auto same = [](const auto& a, const auto& b) { return a.begin == b.begin; };
    symbols.erase(std::unique(symbols.begin(), symbols.end(), same), symbols.end());
  }

  std::ifstream stream_;
  SymbolTable& table_;
  std::vector<Elf64_Shdr> sections_;
};

SymbolTable::SymbolTable(const std::filesystem::path& file) { SymbolReader(file, *this).read(); }

std::string SymbolTable::function_at(std::uint64_t offset) const {
  const auto holds = [&](const Segment& part) { return offset >= part.offset && offset - part.offset < part.size; };
  if (std::any_of(stubs_.begin(), stubs_.end(), holds)) return "??? [PLT]";
  const auto segment = std::find_if(segments_.begin(), segments_.end(), holds);
  const std::uint64_t address = segment == segments_.end() ? offset : segment->address + (offset - segment->offset);
  auto symbol = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                 [](std::uint64_t value, const Symbol& candidate) { return value < candidate.begin; });
  if (symbol == symbols_.begin() || address >= (--symbol)->end) return fmt::format("0x{:016x}", address);
  return demangled(symbol->name);
}

}  // namespace quern
