// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/git_commit.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace {

/// A repository of git's own making: what it answers is what the function must understand.
class Repository {
 public:
  Repository() {
    variables_ = current_environment();
    for (const char* name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}) variables_[name] = "/dev/null";
    git({"init", "--quiet"});
  }

  void write(const std::string& text) const { std::ofstream(folder_.path() / "file") << text; }

  void commit() {
    git({"add", "file"});
    git({"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "--message", "x"});
  }

  std::string found() { return git_commit(*runner_, variables_, folder_.path()); }

 private:
  [[nodiscard]] std::filesystem::path program() const { return runner_->find_program("git", "/usr/bin:/bin"); }

  void git(const std::vector<std::string>& arguments) {
    const ChildExit exit = runner_->run({program(), arguments, variables_, folder_.path() / ".log", folder_.path()},
                                        std::chrono::seconds(20));
    REQUIRE(exit.code == 0);
  }

  TemporaryFolder folder_;
  std::unique_ptr<ProcessRunner> runner_ = make_process_runner();
  std::map<std::string, std::string> variables_;
};

}  // namespace

TEST_SUITE_BEGIN("harness/environment/git_commit");

TEST_CASE("the commit that is checked out, and whether files were changed since") {
  Repository repository;
  CHECK(repository.found().empty());  // nothing was committed yet
  repository.write("one");
  repository.commit();
  const std::string commit = repository.found();
  CHECK(commit.size() == 40);
  repository.write("another");
  CHECK(repository.found() == commit + "-dirty");
}

TEST_CASE("outside of a repository there is none") {
  const TemporaryFolder folder;
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  std::map<std::string, std::string> variables = current_environment();
  CHECK(git_commit(*runner, variables, folder.path()).empty());
  variables["PATH"] = "/nowhere";
  CHECK(git_commit(*runner, variables, ".").empty());
}

TEST_SUITE_END();
