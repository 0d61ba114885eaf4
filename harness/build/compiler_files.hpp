// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/environment/environment.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// Where a compiler looks for the programs that it runs.
inline constexpr const char* kCompilerPath = "/usr/local/bin:/usr/bin:/bin";

/// What a compiler consists of and where it looks. It is asked when that is needed, once: what is cached needs nothing.
class CompilerFiles {
 public:
  /// References must outlive it.
  CompilerFiles(ProcessRunner& runner, const Compiler& cxx) : runner_(runner), cxx_(cxx) {}

  /// The programs that it runs and their libraries: one that is replaced may keep its version.
  const std::set<std::string>& programs();
  /// The folders that it searches for headers by itself, for C or for C++.
  const std::vector<std::string>& folders(const std::string& language);

 private:
  std::string ask(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                  const std::map<std::string, std::string>& variables = {});
  void add_program(const std::filesystem::path& program, std::set<std::string>& files);

  ProcessRunner& runner_;
  const Compiler& cxx_;
  std::mutex mutex_;
  std::optional<std::set<std::string>> programs_;
  std::map<std::string, std::vector<std::string>> folders_;  // by language
};

}  // namespace quern
