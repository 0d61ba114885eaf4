// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/process/process_runner.hpp"

namespace quern {

/// One thing that quern uses, and whether it is there.
struct ToolCheck {
  enum class State { found, too_old, missing };
  std::string name;
  std::string use;  // what it is for, in a few words
  bool required = true;
  State state = State::missing;
  std::string version;  // empty if it does not say
  std::string where;
  std::string package;  // Debian's, which brings it

  [[nodiscard]] bool blocks() const { return required && state != State::found; }
};

/// Looks at every tool and library in the environment `variables`. It is no error here if one is missing.
std::vector<ToolCheck> check_up(ProcessRunner& runner, const std::map<std::string, std::string>& variables);

}  // namespace quern
