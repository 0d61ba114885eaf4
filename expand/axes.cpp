// SPDX-License-Identifier: Apache-2.0
#include "expand/axes.hpp"

#include <algorithm>
#include <optional>

#include "expand/signature.hpp"

namespace quern {
namespace {

struct Brace {
  std::string_view name;
  std::size_t length;  // of the whole `{name}` or `{{name}}`
  bool escaped;
};

// What begins at `text`: `{name}`, `{{name}}`, or neither.
std::optional<Brace> brace_at(std::string_view text) {
  const bool escaped = text.starts_with("{{");
  const std::size_t open = escaped ? 2 : 1;
  if (!text.starts_with('{')) return std::nullopt;
  const std::size_t close = text.find_first_of("{}", open);
  if (close == std::string_view::npos || text[close] != '}') return std::nullopt;
  const std::string_view name = text.substr(open, close - open);
  if (!is_identifier(name) || (escaped && !text.substr(close).starts_with("}}"))) return std::nullopt;
  return Brace{name, close + open, escaped};
}

}  // namespace

std::vector<AxisUse> axis_uses(std::string_view text) {
  std::vector<AxisUse> uses;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    const std::optional<Brace> brace = brace_at(text.substr(at));
    if (brace && !brace->escaped) uses.push_back({brace->name, at});
    at += brace ? brace->length : 1;
  }
  return uses;
}

std::string substitute(std::string_view text, std::span<const Choice> choices, Language language) {
  std::string result;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('{'), text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    const std::optional<Brace> brace = brace_at(text);
    const std::string_view token = text.substr(0, brace ? brace->length : 1);
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [&](const Choice& c) { return brace && c.axis->name == brace->name; });
    if (brace && brace->escaped)
      result += token.substr(1, token.size() - 2);
    else
      result += choice != choices.end() ? std::string_view(choice->value->of(language)) : token;
    text.remove_prefix(token.size());
  }
  return result;
}

std::vector<std::vector<Choice>> combinations(std::span<const Axis* const> axes) {
  std::vector<std::vector<Choice>> all = {{}};
  for (const Axis* axis : axes) {
    std::vector<std::vector<Choice>> longer;
    for (const std::vector<Choice>& start : all) {
      for (const AxisValue& value : axis->values) {
        longer.push_back(start);
        longer.back().push_back({axis, &value});
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace quern
