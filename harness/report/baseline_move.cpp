// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/report/check_words.hpp"
#include "worker/protocol/printable.hpp"

namespace quern {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:~=+,@%").find(c) != std::string_view::npos;
}

// Text that a shell takes for one word.
std::string shell_word(const std::string& text) {
  std::string safe = printable(text);
  if (!safe.empty() && std::all_of(safe.begin(), safe.end(), is_plain)) return safe;
  std::string quoted = "'";
  for (const char c : safe) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

bool is_file(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".json"); }

bool is_id_or_commit(const std::string& name) {
  return name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// `main~2` is a run of the name main; an id, a commit and `latest` are no names that a run could be given.
std::string tag_of(const std::string& base) {
  const std::string name = base.substr(0, base.find('~'));
  return name == "latest" || is_id_or_commit(name) ? "NAME" : shell_word(name);
}

std::string command_for(const CheckSide& base, const CheckSide& head) {
  const std::string environment =
      head.name.empty() || head.name == "default" ? "" : fmt::format(" --env {}", shell_word(head.name));
  if (is_file(base.name)) {
    if (head.measured) return fmt::format("quern run{} --format json -o {}", environment, shell_word(base.name));
    return is_file(head.name) ? fmt::format("cp {} {}", shell_word(head.name), shell_word(base.name)) : "";
  }
  if (head.measured) return fmt::format("quern run{} --save {}", environment, tag_of(base.name));
  return is_file(head.name) ? "" : fmt::format("quern runs tag {} {}", shell_word(head.name), tag_of(base.name));
}

}  // namespace

BaselineMove baseline_move(const Check& check) {
  const bool improved = std::any_of(check.cases.begin(), check.cases.end(),
                                    [](const CheckedCase& checked) { return checked.finding == Finding::improved; });
  if (!improved || !check.blocking.empty()) return {};
  if (check.base.measured) return {"the base is measured by every check: what improved needs no new baseline", ""};
  // A baseline that holds the regressions, too, would hide them.
  if (check.fails()) return {"what improved can become the baseline once nothing fails", ""};
  const std::string command = command_for(check.base, check.head);
  return {command.empty() ? "to keep what improved, make the head the baseline"
                          : "to keep what improved, make the head the baseline:",
          command};
}

}  // namespace quern
