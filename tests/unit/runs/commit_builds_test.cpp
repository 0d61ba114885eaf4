// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/commit_builds.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"

namespace {

using namespace quern;

/// A repository with five commits in a row, each of which has a tag: v0 … v4.
class FiveCommits {
 public:
  FiveCommits() {
    variables_ = current_environment();
    for (const char* name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}) variables_[name] = "/dev/null";
    shell(
        "git init -q && for i in 0 1 2 3 4; do git -c user.name=t -c user.email=t@example.org commit -q --allow-empty"
        " -m $i && git tag v$i; done");
  }

  BuildSource builds(const CommitBuilds& wanted) {
    return builds_of_commits(wanted, {*runner_, variables_, folder_.path(), [](const std::string& text) {
                                        EnvironmentSpec spec;
                                        spec.source = text;
                                        return spec;
                                      }});
  }

 private:
  void shell(const std::string& command) {
    const ChildExit exit = runner_->run(
        {"/bin/bash", {"-c", command}, variables_, folder_.path() / ".log", folder_.path()}, std::chrono::seconds(60));
    REQUIRE(exit.code == 0);
  }

  TemporaryFolder folder_;
  std::unique_ptr<ProcessRunner> runner_ = make_process_runner();
  std::map<std::string, std::string> variables_;
};

CommitBuilds made_by(const std::string& command) {
  CommitBuilds builds;
  builds.command = command;
  builds.good = "v1";
  builds.bad = "v4";
  return builds;
}

}  // namespace

TEST_SUITE_BEGIN("harness/runs/commit_builds");

TEST_CASE("the commits from the good one to the bad one, and the environment that the command prints last") {
  FiveCommits repository;
  const BuildSource source = repository.builds(made_by("echo noise; echo more >&2; echo export A={commit}"));
  REQUIRE(source.names.size() == 4);
  const EnvironmentSpec spec = source.open(2);
  CHECK(spec.name == source.names[2]);
  CHECK(spec.source.starts_with("export A=" + spec.name));
  CHECK(spec.source.size() == std::string("export A=").size() + 40);
}

TEST_CASE("an environment that is given wins over what the command prints") {
  FiveCommits repository;
  CommitBuilds builds = made_by("echo {commit}");
  builds.environment = "export QUERN_TORCH_ROOT=out/{commit}";
  const BuildSource source = repository.builds(builds);
  CHECK(source.open(0).source.starts_with("export QUERN_TORCH_ROOT=out/" + source.names[0]));
}

TEST_CASE("exit codes skip a build or end the search, as with git bisect run") {
  FiveCommits repository;
  const auto kind_after = [&](const std::string& command) {
    try {
      repository.builds(made_by(command + " # {commit}")).open(0);
    } catch (const Error& error) {
      return std::string(error.kind() == ErrorKind::environment ? "skip: " : "stop: ") + error.what();
    }
    return std::string("made");
  };
  CHECK(kind_after("echo x") == "made");
  CHECK(kind_after("echo no compiler >&2; exit 125") == "skip: skipped by its command: no compiler");
  CHECK(kind_after("exit 1") == "skip: its command failed with exit code 1");
  CHECK(kind_after("exit 128").starts_with("stop: "));
  CHECK(kind_after("kill -9 $$").starts_with("stop: "));
  CHECK(kind_after("true").starts_with("stop: the command printed no environment"));
}

TEST_CASE("ends that are none are refused") {
  FiveCommits repository;
  CommitBuilds builds = made_by("make {commit}");
  builds.good = "v4";
  builds.bad = "v1";
  CHECK_THROWS_WITH(repository.builds(builds), "'v4' is no ancestor of 'v1'");
  builds.good = "nothing";
  CHECK_THROWS_WITH(repository.builds(builds), "--good 'nothing' names no commit of the repository here");
  CHECK_THROWS_WITH(repository.builds(made_by("make")), "--command does not say which commit it makes");
}

TEST_SUITE_END();
