// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/process/process_runner.hpp"

namespace quern {

/// Runs scripts/fetch/fetch.py, which speaks HTTP and zip, in the first python3 of the user's PATH.
class FetchScript {
 public:
  /// Throws Error(environment) if there is no Python to run it.
  FetchScript(const ProcessRunner& runner, const std::map<std::string, std::string>& variables,
              const std::filesystem::path& resources);

  /// Sends a request, hands each line that is not the last one to `on_line`, and returns what is `done`. Throws
  /// Error(environment) with what the script says went wrong, Error(interrupted) after a signal: then the script and
  /// all that it started are gone.
  nlohmann::json ask(const nlohmann::json& request, const std::function<void(const nlohmann::json&)>& on_line) const;

 private:
  std::filesystem::path python_;
  std::filesystem::path script_;
  std::map<std::string, std::string> variables_;
};

}  // namespace quern
