// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/environment/environment_spec.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/runs/build_source.hpp"

namespace quern {

/// Builds of the commits between two, which a command makes.
struct CommitBuilds {
  std::string command;      // for bash; `{commit}` stands for the commit's full id
  std::string environment;  // ENV of such a build, with `{commit}`; empty: the last line that the command prints
  std::string good;         // the old end, as git names it; the command makes it, too
  std::string bad;          // the new end
  std::chrono::seconds timeout{0};  // 0: a build may take as long as it takes
};

struct CommitContext {
  ProcessRunner& runner;
  std::map<std::string, std::string> variables;
  std::filesystem::path folder;  // of the repository, or below it; commands run there
  std::function<EnvironmentSpec(const std::string& text)> resolve;  // as Settings::environment()
};

/// The commits from `good` to `bad`, both included, along the first parents. A build is skipped if its command ends
/// with an exit code from 1 to 127; 125 says so on purpose. More than that, or a signal, stops the whole search, as
/// `git bisect run` does. Throws Error(usage) if an end is no commit, `good` is no ancestor of `bad`, or the command
/// does not say `{commit}`. What `context` refers to must outlive the source.
BuildSource builds_of_commits(const CommitBuilds& builds, const CommitContext& context);

}  // namespace quern
