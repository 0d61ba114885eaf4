// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"
#include "base/yaml/yaml_node.hpp"
#include "harness/compare/limit.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/settings/rules_place.hpp"
#include "harness/settings/settings_search.hpp"

namespace quern {

/// The `quern.yaml` in force, found and parsed once per command.
class Settings {
 public:
  /// `rules` (--rules) names the file; if it is empty, search_settings() finds it from the working directory. Throws
  /// Error(usage) for a file that cannot be read; mistakes in it go to problems().
  explicit Settings(const std::string& rules = {});

  /// Where it was read; nothing if no file is in force.
  [[nodiscard]] const std::optional<RulesPlace>& place() const { return place_; }
  /// The file of the working tree, which is not in force if another one was named; empty if there is none.
  [[nodiscard]] const std::filesystem::path& own_file() const { return search_.used; }
  /// A sentence that says which file was ignored, and why; empty if there was none.
  [[nodiscard]] const std::string& not_used() const { return search_.not_used; }

  [[nodiscard]] const std::vector<EnvironmentSpec>& environments() const { return environments_; }
  [[nodiscard]] const CheckRules& rules() const { return rules_; }
  /// The whole file, for whoever knows what its other keys mean: the options of commands. A node of no kind if there is
  /// nothing in it.
  [[nodiscard]] const YamlNode& root() const { return root_; }
  /// The keys that are read here and are not options.
  [[nodiscard]] static std::span<const std::string_view> sections();

  /// Collects the mistakes in the file: those that were found so far, and those that callers find.
  [[nodiscard]] Problems& problems() { return problems_; }

  /// The environment that a user means by ENV: a name of the file, one that was fetched, or a shell command. Throws
  /// Error(usage).
  [[nodiscard]] EnvironmentSpec environment(const std::string& text) const;

 private:
  void read_sections();

  SettingsSearch search_;
  std::optional<RulesPlace> place_;
  std::unique_ptr<const Source> source_;  // what the tree points into
  Problems problems_;
  YamlNode root_;
  std::vector<EnvironmentSpec> environments_;
  CheckRules rules_;
};

}  // namespace quern
