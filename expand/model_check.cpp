// SPDX-License-Identifier: Apache-2.0
#include "expand/model_check.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"

namespace quern {
namespace {

// The code with comments and the content of one-line string literals blanked out.
std::string without_comments(std::string_view code, std::string_view comment) {
  std::string kept;
  char quote = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    const bool separator = c == '\'' && i > 0 && is_digit(code[i - 1]);  // 1'000
    if (quote == 0 && code.substr(i).starts_with(comment))
      i = std::min(code.find('\n', i), code.size()) - 1;
    else if (quote == 0 && !separator && (c == '"' || c == '\''))
      quote = c;
    else if (quote != 0 && c == '\\')
      ++i;
    else if (quote != 0 && (c == quote || c == '\n'))
      quote = 0;
    else if (quote == 0)
      kept += c;
  }
  return kept;
}

bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

std::string_view skip_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

std::string_view last_word(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  const auto begin = std::find_if_not(text.rbegin(), text.rend(), is_word);
  return text.substr(static_cast<std::size_t>(text.rend() - begin));
}

// `model = …`, `model: Module = …`, `model, x = …`, `def model`, `class model`, `import … as model`, `for model in`
bool python_defines(std::string_view before, std::string_view after) {
  const std::string_view previous = last_word(before);
  for (const std::string_view word : {"def", "class", "as", "import", "for"})
    if (previous == word) return true;
  const std::string_view statement = after.substr(0, after.find('\n'));
  const std::size_t equals = statement.find('=');
  const bool one_of = (statement.starts_with(':') || statement.starts_with(',')) && equals != std::string_view::npos;
  return one_of || (statement.starts_with('=') && !statement.starts_with("=="));
}

// `auto [x, model] = …`
bool is_bound(std::string_view before) {
  const std::size_t open = before.rfind('[');
  if (open == std::string_view::npos || before.find(']', open) != std::string_view::npos) return false;
  before = before.substr(0, open);
  while (before.ends_with(' ') || before.ends_with('&')) before.remove_suffix(1);
  return last_word(before) == "auto";
}

// A type, then the name, then an initialiser or the end: `auto model = …`, `Linear model(4, 2);`, `Net model;`
bool cpp_defines(std::string_view before, std::string_view after) {
  while (before.ends_with(' ')) before.remove_suffix(1);
  const bool typed = !before.empty() &&
                     (is_word(before.back()) || std::string_view(">*&").find(before.back()) != std::string_view::npos);
  if (is_bound(before)) return true;
  return typed && !after.empty() && std::string_view("=({;,").find(after.front()) != std::string_view::npos &&
         !after.starts_with("==");
}

}  // namespace

bool defines_model(std::string_view code, Language language) {
  constexpr std::string_view kName = "model";
  const std::string text = without_comments(code, language == Language::cpp ? "//" : "#");
  const std::string_view view = text;
  for (std::size_t at = view.find(kName); at != std::string_view::npos; at = view.find(kName, at + 1)) {
    const std::string_view before = view.substr(0, at);
    const std::string_view after = view.substr(at + kName.size());
    if ((!before.empty() && is_word(before.back())) || (!after.empty() && is_word(after.front()))) continue;
    const bool found =
        language == Language::cpp ? cpp_defines(before, skip_space(after)) : python_defines(before, skip_space(after));
    if (found) return true;
  }
  return false;
}

}  // namespace quern
