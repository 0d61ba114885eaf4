// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/check_hints.hpp"

#include <vector>

#include "harness/process/shell_line.hpp"
#include "harness/runs/run_source.hpp"

namespace quern {
namespace {

using Words = std::vector<std::string>;

// `main~2` is a run of the name main; an id, a commit and `latest` are no names that a run could be given.
std::string name_of(const std::string& base) {
  const std::string name = base.substr(0, base.find('~'));
  const bool number = name.find_first_not_of("0123456789abcdef") == std::string::npos;
  return name == "latest" || number ? "NAME" : name;
}

Words measure_again(const SideSource& head, const Measured& measured) {
  Words words = {"quern", "run"};
  for (const Words& more : {recorded(measured.selection).words(), measuring_words(measured.options)})
    words.insert(words.end(), more.begin(), more.end());
  if (!head.text.empty()) words.insert(words.end(), {"--env", head.text});
  return words;
}

}  // namespace

std::string rebase_command(const SideSource& base, const SideSource& head, const Measured& measured) {
  const bool to_file = is_run_file(base.text);
  if (base.is_measured()) return {};
  if (head.is_measured()) {
    Words words = measure_again(head, measured);
    const Words more =
        to_file ? Words{"--functions", "--format", "json", "-o", base.text} : Words{"--save", name_of(base.text)};
    words.insert(words.end(), more.begin(), more.end());
    return shell_line(words);
  }
  if (is_run_file(head.text) != to_file) return {};
  return shell_line(to_file ? Words{"cp", head.text, base.text}
                            : Words{"quern", "runs", "tag", head.text, name_of(base.text)});
}

}  // namespace quern
