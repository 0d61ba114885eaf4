// SPDX-License-Identifier: Apache-2.0
#include "expand/axes.hpp"

#include <algorithm>
#include <optional>

#include "expand/signature.hpp"

namespace quern {
namespace {

struct Brace {
  std::string_view name;
  std::size_t depth;  // 1: `{name}`, 2: `{{name}}`, the escape, 3: `{{{name}}}`, a value in braces

  [[nodiscard]] std::size_t length() const { return name.size() + 2 * depth; }
  [[nodiscard]] bool escaped() const { return depth == 2; }
};

// What begins at `text`; nothing where the braces are only code.
std::optional<Brace> brace_at(std::string_view text) {
  const std::size_t depth = std::min<std::size_t>(std::min(text.find_first_not_of('{'), text.size()), 3);
  const std::string_view name = text.substr(depth, text.substr(depth).find('}'));
  const std::string_view closing = std::string_view("}}}").substr(0, depth);
  if (depth == 0 || !is_identifier(name) || !text.substr(depth + name.size()).starts_with(closing)) return std::nullopt;
  return Brace{name, depth};
}

std::vector<std::vector<Choice>> multiplied(const std::vector<std::vector<Choice>>& all, const Axis& axis) {
  std::vector<std::vector<Choice>> longer;
  longer.reserve(all.size() * axis.values.size());
  for (const std::vector<Choice>& start : all) {
    for (const AxisValue& value : axis.values) {
      longer.push_back(start);
      longer.back().push_back({&axis, &value});
    }
  }
  return longer;
}

}  // namespace

std::vector<AxisUse> axis_uses(std::string_view text) {
  std::vector<AxisUse> uses;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at)) {
    const std::optional<Brace> brace = brace_at(text.substr(at));
    if (brace && !brace->escaped()) uses.push_back({brace->name, at + brace->depth - 1});
    at += brace ? brace->length() : 1;
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
    const std::string_view token = text.substr(0, brace ? brace->length() : 1);
    const std::string_view around = token.substr(0, brace && brace->depth == 3 ? 1 : 0);
    const auto choice = std::find_if(choices.begin(), choices.end(),
                                     [&](const Choice& c) { return brace && c.axis->name == brace->name; });
    if (brace && brace->escaped())
      result += token.substr(1, token.size() - 2);
    else if (choice == choices.end())
      result += token;
    else
      result.append(around).append(choice->value->of(language)).append(around.empty() ? "" : "}");
    text.remove_prefix(token.size());
  }
  return result;
}

std::vector<std::vector<Choice>> combinations(std::span<const Axis* const> axes) {
  std::vector<std::vector<Choice>> all = {{}};
  for (const Axis* axis : axes) all = multiplied(all, *axis);
  return all;
}

}  // namespace quern
