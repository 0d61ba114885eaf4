// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/commit_builds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/environment/git.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlaceholder = "{commit}";
constexpr std::size_t kShortCommit = 12;
constexpr std::size_t kMostOutput = std::size_t{1} << 16U;
constexpr int kSkip = 125;
constexpr int kLastOfSkips = 127;
constexpr std::chrono::hours kAsLongAsItTakes{24 * 365};

// Only what the command prints on standard output can name an environment; the rest is what it says of its work.
constexpr const char* kBuildScript = R"sh(
trap '' TTIN TTOU
__quern_command=$1
exec 2>"$2"
set --
builtin eval "$__quern_command"
)sh";

std::string with_commit(std::string text, const std::string& commit) {
  for (std::size_t at = text.find(kPlaceholder); at != std::string::npos; at = text.find(kPlaceholder, at))
    text.replace(at, kPlaceholder.size(), commit);
  return text;
}

std::string last_line_of(const std::string& text) {
  std::istringstream stream(text);
  std::string last;
  for (std::string line; std::getline(stream, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  return last;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string require_commit(const Git& git, const std::string& revision, std::string_view option) {
  std::string commit = git.commit(revision);
  if (commit.empty())
    throw Error(ErrorKind::usage, fmt::format("{} '{}' names no commit of the repository here", option, revision),
                "start quern where git finds the commits; give a commit, a tag or a branch");
  return commit;
}

/// Makes one build after another.
class CommitBuilder {
 public:
  CommitBuilder(CommitBuilds builds, CommitContext context, std::vector<std::string> commits)
      : builds_(std::move(builds)), context_(std::move(context)), commits_(std::move(commits)) {}

  [[nodiscard]] EnvironmentSpec open(std::size_t build) const {
    const std::string& commit = commits_.at(build);
    const std::string printed = run_command(commit);
    std::string text = with_commit(builds_.environment, commit);
    if (text.empty()) text = last_line_of(printed);
    if (text.empty())
      throw Error(ErrorKind::usage, "the command printed no environment",
                  "its last line is the ENV of the build, or --env gives it: 'export QUERN_TORCH_ROOT=build/{commit}'");
    EnvironmentSpec spec = context_.resolve(text);
    spec.name = commit.substr(0, kShortCommit);
    return spec;
  }

 private:
  [[nodiscard]] std::string run_command(const std::string& commit) const {
    const TemporaryFolder folder;
    const ChildSpec child{bash(),
                          {"--noprofile", "--norc", "-c", kBuildScript, "bash", with_commit(builds_.command, commit),
                           (folder.path() / "said").string()},
                          context_.variables,
                          folder.path() / "printed",
                          context_.folder};
    const bool limited = builds_.timeout.count() > 0;
    const ChildExit exit = context_.runner.run(
        child, limited ? std::chrono::milliseconds(builds_.timeout) : std::chrono::milliseconds(kAsLongAsItTakes));
    require_made(exit, commit, read_tail(folder.path() / "said", kMostOutput));
    return read_tail(folder.path() / "printed", kMostOutput);
  }

  [[nodiscard]] fs::path bash() const {
    const auto path = context_.variables.find("PATH");
    fs::path found =
        context_.runner.find_program("bash", path == context_.variables.end() ? "/usr/bin:/bin" : path->second);
    if (found.empty()) throw Error(ErrorKind::environment, "bash not found", "apt-get install bash");
    return found;
  }

  // An Error(environment) skips the build, an Error(usage) ends the search.
  static void require_made(const ChildExit& exit, const std::string& commit, const std::string& said) {
    const std::string name = commit.substr(0, kShortCommit);
    const std::string last = last_line_of(said);
    const std::string why = last.empty() ? "" : ": " + last;
    if (exit.how == ChildExit::How::timed_out)
      throw Error(ErrorKind::environment, fmt::format("the build of {} was not done in time", name));
    if (exit.how == ChildExit::How::signaled || exit.code > kLastOfSkips)
      throw Error(ErrorKind::usage,
                  fmt::format("the command for {} ended by {} {}{}", name,
                              exit.how == ChildExit::How::signaled ? "signal" : "exit code", exit.code, why),
                  "exit codes from 1 to 127 skip a build; others stop the search, as with 'git bisect run'");
    if (exit.code == kSkip) throw Error(ErrorKind::environment, fmt::format("skipped by its command{}", why));
    if (exit.code != 0)
      throw Error(ErrorKind::environment, fmt::format("its command failed with exit code {}{}", exit.code, why));
  }

  CommitBuilds builds_;
  CommitContext context_;
  std::vector<std::string> commits_;
};

}  // namespace

BuildSource builds_of_commits(const CommitBuilds& builds, const CommitContext& context) {
  if (builds.command.find(kPlaceholder) == std::string::npos)
    throw Error(ErrorKind::usage, "--command does not say which commit it makes",
                "write {commit} where its id belongs: 'scripts/build {commit}'");
  const Git git(context.runner, context.variables, context.folder);
  const std::string good = require_commit(git, builds.good, "--good");
  const std::string bad = require_commit(git, builds.bad, "--bad");
  const std::optional<std::string> between = git.commits_between(good, bad);
  if (!between || between->empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' is no ancestor of '{}'", builds.good, builds.bad),
                "--good is the older end");
  std::vector<std::string> commits = {good};
  for (std::string& commit : lines_of(*between)) commits.push_back(std::move(commit));
  BuildSource source;
  for (const std::string& commit : commits) source.names.push_back(commit.substr(0, kShortCommit));
  source.open = [builder = CommitBuilder(builds, context, commits)](std::size_t build) { return builder.open(build); };
  return source;
}

}  // namespace quern
