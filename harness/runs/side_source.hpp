// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "harness/environment/environment_spec.hpp"

namespace quern {

/// What --base or --head means: a run that is there, or an environment to measure now.
struct SideSource {
  std::string text;                            // as it was given, without `run:` or `env:`
  std::optional<EnvironmentSpec> environment;  // none: a run

  [[nodiscard]] bool is_measured() const { return environment.has_value(); }
};

/// `text` is a run's file or what the store knows, a name of quern.yaml, or a shell command; `run:` and `env:` in front
/// say which. An empty text is the place where quern was started. Throws Error(usage) for a text that is neither a run
/// nor an environment, and for one that could be both.
SideSource side_source(const std::string& text, const std::filesystem::path& store,
                       const std::vector<EnvironmentSpec>& environments);

}  // namespace quern
