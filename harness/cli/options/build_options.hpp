// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/compare/backtest.hpp"
#include "harness/environment/fetch/releases.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/runs/build_source.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// The options of commands that measure many builds: which, and what a step is.
struct BuildOptions {
  std::vector<std::string> environments;
  std::vector<std::string> releases;
  std::string patch = "latest";
  std::string installation = "auto";
  std::vector<std::string> pythons;
  std::string index;
  std::uintmax_t disk = 0;
  bool keep = false;
  std::vector<std::string> allow;
  std::string least_step;
  bool fresh = false;

  [[nodiscard]] bool allows_installation() const { return !allow.empty(); }
};

void add_build_options(CLI::App& command, BuildOptions& options);

/// Throws Error(usage) for what is no percentage.
StepRule step_rule(const BuildOptions& options);

/// The builds that options name, and what they live on.
class NamedBuilds {
 public:
  /// `cases` decide which part of a release is needed. Throws Error(usage) for fewer than two builds.
  NamedBuilds(const BuildOptions& options, const Settings& settings, const std::vector<Case>& cases, std::ostream& err);

  [[nodiscard]] const BuildSource& source() const { return source_; }

 private:
  void resolve_releases(const BuildOptions& options, const std::vector<Case>& cases, std::ostream& err);

  std::unique_ptr<ProcessRunner> runner_;
  std::unique_ptr<Releases> releases_;
  BuildSource source_;  // after what it refers to
};

}  // namespace quern
