// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/stepper/settings.hpp"

namespace quern {

/// Offsets at which `bytes` stand in the code of a file, of which `code` is the part from `offset` on.
std::vector<std::uint64_t> find_bytes(std::string_view code, std::string_view bytes, std::uint64_t offset);

/// Finds the instructions of programs and libraries that the stepper carries out itself. Where the bytes of CPUID stand
/// they may be a part of another instruction: a disassembler is asked, from several places before. What was found is
/// kept in the cache, by build-id.
class InstructionPlaces {
 public:
  /// Throws Error(environment) if there is no disassembler.
  InstructionPlaces(ProcessRunner& runner, Cache& cache, const std::map<std::string, std::string>& variables);

  /// Empty for what is no ELF file. Throws Error(environment).
  std::vector<InstructionPlace> of(const std::filesystem::path& file);

 private:
  [[nodiscard]] std::vector<InstructionPlace> search(const std::filesystem::path& file,
                                                     const std::filesystem::path& folder) const;
  [[nodiscard]] std::vector<std::uint64_t> confirmed(std::string_view text,
                                                     const std::vector<std::uint64_t>& candidates,
                                                     const std::filesystem::path& folder) const;

  ProcessRunner& runner_;
  Cache& cache_;
  std::filesystem::path objdump_;
};

}  // namespace quern
