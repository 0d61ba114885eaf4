// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern::test {

/// A machine made of a table: which programs there are, and what each prints.
class FakeRunner : public ProcessRunner {
 public:
  struct Program {
    std::string output;
    ChildExit exit = {};
  };

  std::map<std::string, Program> programs;  // by full path
  std::vector<ChildSpec> started;
  std::string refused;  // an argument with which any program fails

  [[nodiscard]] ChildExit run(const ChildSpec& spec, std::chrono::milliseconds /*timeout*/) override {
    started.push_back(spec);
    const Program& program = programs.at(spec.program.string());
    std::ofstream(spec.output_log) << program.output;
    const bool refuses = std::find(spec.arguments.begin(), spec.arguments.end(), refused) != spec.arguments.end();
    return refuses ? ChildExit{ChildExit::How::exited, 1} : program.exit;
  }

  [[nodiscard]] std::filesystem::path find_program(const std::string& name, const std::string& path) const override {
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const std::string candidate = path.substr(begin, end - begin) + "/" + name;
      if (programs.contains(candidate)) return candidate;
      begin = end + 1;
    }
    return {};
  }
};

}  // namespace quern::test
