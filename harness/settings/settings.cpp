// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/yaml/yaml_reader.hpp"
#include "harness/compare/check_reader.hpp"
#include "harness/environment/fetch/fetched.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {
namespace {

constexpr std::string_view kEnvironments = "environments";
constexpr std::string_view kLimits = "limits";
constexpr std::string_view kAdaptiveLimits = "adaptive_limits";
constexpr std::array<std::string_view, 3> kSections = {kEnvironments, kLimits, kAdaptiveLimits};

}  // namespace

Settings::Settings(const std::string& rules) : search_(search_settings(std::filesystem::current_path())) {
  if (!rules.empty()) search_.not_used.clear();  // what was passed over would not have been in force
  if (!rules.empty())
    place_ = RulesPlace(rules);
  else if (!search_.used.empty())
    place_ = RulesPlace::of_file(search_.used);
  if (!place_) return;
  source_ = std::make_unique<const Source>(place_->source());
  if (std::optional<YamlNode> root = read_yaml(*source_, problems_)) root_ = std::move(*root);
  read_sections();
}

void Settings::read_sections() {
  for (const YamlEntry& entry : root_.entries) {
    const std::string& key = entry.key.text.text;
    if (key == kEnvironments)
      environments_ = read_environments(entry.value, problems_, place_->file().parent_path());
    else if (key == kLimits)
      read_limits(entry.value, rules_, problems_);
    else if (key == kAdaptiveLimits)
      read_adaptive_limits(entry.value, rules_, problems_);
  }
}

std::span<const std::string_view> Settings::sections() { return kSections; }

EnvironmentSpec Settings::environment(const std::string& text) const {
  const auto is_meant = [&](const EnvironmentSpec& spec) { return spec.name == text; };
  if (std::any_of(environments_.begin(), environments_.end(), is_meant) || !is_environment_name(text))
    return resolve_environment(text, environments_);
  std::vector<EnvironmentSpec> known = environments_;  // what the file names comes before what was fetched
  for (const FetchedEnvironment& fetched : fetched_environments(find_environments_place(current_environment())))
    known.push_back(spec_of(fetched));
  return resolve_environment(text, known);
}

}  // namespace quern
