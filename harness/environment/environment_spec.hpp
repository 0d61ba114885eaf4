// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"

namespace quern {

/// How an environment is reached, as a user wrote it; what is found there is an Environment.
struct EnvironmentSpec {
  std::string name = "default";
  std::string source;                 // a shell command after which LibTorch can be found; empty: none is needed
  std::string torch_root;             // a folder with include and lib
  std::vector<std::string> launcher;  // what goes before the workers, with its arguments
  std::string cxx;                    // a name in PATH, or a path
  std::string python;                 // a name in PATH, or a path
  std::map<std::string, std::string> variables;
  std::filesystem::path folder = {};  // where `source` runs; empty: the working directory
  int layout = 0;                     // where libraries, stack and heap lie while it is measured; 0: as usual

  /// Whether it says where to look; else it is where quern was started.
  [[nodiscard]] bool names_a_place() const { return !source.empty() || !torch_root.empty() || !python.empty(); }

  bool operator==(const EnvironmentSpec&) const = default;
};

/// Environments that are open together, with their servers at the same time: their cases take turns.
using EnvironmentGroup = std::vector<EnvironmentSpec>;

std::size_t count_environments(const std::vector<EnvironmentGroup>& groups);

/// Letters, digits, '.', '_' and '-', which does not come first: it would be an option.
bool is_environment_name(std::string_view name);

/// Why an environment may not set a variable of this name; empty if it may.
std::string refused_variable(std::string_view name);

/// Reads the value of `environments` in a quern.yaml. Relative paths are meant from `folder`, which is where the file
/// is.
std::vector<EnvironmentSpec> read_environments(const YamlNode& section, Problems& problems,
                                               const std::filesystem::path& folder);

/// The environment that a user means by ENV: a known name, nothing, or else a command. Throws Error(usage) for what
/// looks like a name but is none.
EnvironmentSpec resolve_environment(const std::string& text, const std::vector<EnvironmentSpec>& known);

}  // namespace quern
