// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "harness/process/process_runner.hpp"

namespace quern {

/// What a virtual environment is made of, and where.
struct VirtualEnvironment {
  std::filesystem::path python;  // the interpreter that it is made for
  std::filesystem::path wheel;   // of torch, on this disk
  std::string version;           // of torch
  std::string index;             // where the packages come from that the wheel asks for
  std::filesystem::path making;  // where it is made
  std::filesystem::path name;    // what it is called once it is whole: its scripts and byte code say so
};

struct InstallContext {
  ProcessRunner& runner;
  const std::map<std::string, std::string>& variables;  // of the user
  const std::function<void(const std::string&)>& on_phase;
};

/// Makes it by uv if PATH has it, else by venv and pip, and imports torch once. Throws Error(environment) with what the
/// tool said.
void make_virtual_environment(const VirtualEnvironment& wanted, const InstallContext& context);

}  // namespace quern
