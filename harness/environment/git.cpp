// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/git.hpp"

#include <chrono>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "base/yaml/yaml_reader.hpp"
#include "harness/process/child_output.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

constexpr std::chrono::seconds kTimeout{20};

bool is_commit(std::string_view text) {
  constexpr std::size_t kSha1 = 40;
  constexpr std::size_t kSha256 = 64;
  return (text.size() == kSha1 || text.size() == kSha256) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string without_line_break(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

Git::Git(ProcessRunner& runner, const std::map<std::string, std::string>& variables, std::filesystem::path folder)
    : runner_(runner), variables_(variables), folder_(std::move(folder)) {
  const auto path = variables.find("PATH");
  program_ = runner.find_program("git", path == variables.end() ? "/usr/bin:/bin" : path->second);
}

ChildSpec Git::spec(std::vector<std::string> arguments) const {
  // No locks: a look must not get in the way of what the user does in another window.
  std::vector<std::string> words = {"--no-pager",
                                    "--no-optional-locks",
                                    "--no-replace-objects",
                                    "-c",
                                    "core.fsmonitor=false",
                                    "-c",
                                    "core.hooksPath=/dev/null",
                                    "-c",
                                    "safe.bareRepository=explicit"};
  words.insert(words.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
  return {program_, std::move(words), variables_, {}, folder_};
}

std::optional<std::string> Git::ask(std::vector<std::string> arguments) const {
  if (program_.empty()) return std::nullopt;
  return output_of(runner_, spec(std::move(arguments)), kTimeout);
}

std::filesystem::path Git::top() const {
  return without_line_break(ask({"rev-parse", "--show-toplevel"}).value_or(""));
}

std::string Git::commit(const std::string& revision) const {
  if (revision.empty() || revision.front() == '-') return {};  // the index, or an option
  // Git warns of a name that a branch and a tag share, and takes one of them. Here the warning makes it no commit.
  const std::string found = without_line_break(ask({"rev-parse", "--verify", revision + "^{commit}"}).value_or(""));
  return is_commit(found) ? found : "";
}

// As ask() does, of what may be longer.
std::optional<std::string> Git::ask_at_length(std::vector<std::string> arguments) const {
  if (program_.empty()) return std::nullopt;
  const TemporaryFolder folder;
  ChildSpec child = spec(std::move(arguments));
  child.output_log = folder.path() / "output";
  const ChildExit exit = runner_.run(child, kTimeout);
  if (exit.how != ChildExit::How::exited || exit.code != 0) return std::nullopt;
  return read_file(child.output_log, kLargestYaml + 1);
}

std::optional<std::string> Git::commits_between(const std::string& a, const std::string& b) const {
  if (!ask({"merge-base", "--is-ancestor", a, b})) return std::nullopt;
  std::optional<std::string> list = ask_at_length({"rev-list", "--reverse", "--first-parent", a + ".." + b});
  std::istringstream lines(list.value_or(""));
  for (std::string line; std::getline(lines, line);)
    if (!is_commit(line)) return std::nullopt;  // a warning, or a list that was cut short
  return list;
}

std::optional<std::string> Git::file(const std::string& commit, const std::string& path) const {
  const std::string name = commit + ":" + path;
  const std::optional<std::string> size = ask({"cat-file", "-s", name});
  if (!size) return std::nullopt;
  std::optional<std::string> found = ask_at_length({"cat-file", "blob", name});
  if (!found) return std::nullopt;
  std::string text = std::move(*found);
  // Rules that are cut short, or have a warning of git's among them, are not the ones that were asked for.
  const bool whole = std::to_string(text.size()) == without_line_break(*size);
  return whole ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace quern
