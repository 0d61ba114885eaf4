// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/stepper/step_counts.hpp"
#include "harness/stepper/symbols.hpp"
#include "harness/stepper/tracee.hpp"

namespace quern {

/// What a dump says of itself.
struct StepDump {
  std::filesystem::path file;
  pid_t pid = 0;
  int part = 1;
  std::string name;  // that the client request gave it
};

/// Writes counts in Callgrind's format, a line for each function, so that what reads Callgrind's dumps reads these.
class StepDumper {
 public:
  /// Throws Error(environment) if the file cannot be written.
  void write(const StepDump& dump, const StepCounts& counts, const std::vector<MappedCode>& code);

 private:
  const SymbolTable& symbols_of(const std::string& file);

  std::map<std::string, SymbolTable> symbols_;
};

}  // namespace quern
