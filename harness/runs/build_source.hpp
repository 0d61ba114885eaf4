// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/environment/environment_spec.hpp"

namespace quern {

/// Where the builds of a backtest or a bisection come from, in their order. Builds are opened one at a time, and closed
/// once they are measured.
struct BuildSource {
  std::vector<std::string> names;  // each once

  /// The environment of a build, which is made if it has to be. Throws Error(environment) if it cannot be had.
  std::function<EnvironmentSpec(std::size_t build)> open;
  /// The build is not needed any more. Null: nothing is to be done.
  std::function<void(std::size_t build)> close = {};
  /// This build is opened next, if nothing comes between: time to begin. Returns at once. Null: nothing is to be done.
  std::function<void(std::size_t build)> prepare = {};
  /// What a build is, known without opening it: equal only for equal builds. Null or empty: its files have to tell.
  std::function<std::string(std::size_t build)> identity = {};
};

/// Environments that are there. Throws Error(usage) if one is given twice.
BuildSource builds_of(std::vector<EnvironmentSpec> environments);

}  // namespace quern
