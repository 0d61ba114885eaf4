// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expand/group.hpp"

namespace quern {

/// One `{name}` in a text.
struct AxisUse {
  std::string_view name;  // points into the text
  std::size_t offset;
};

/// Every `{name}` where name is an identifier, also inside braces of the code: `{{{name}}}`. `{{name}}` is the escape
/// for a literal `{name}`; other braces are code.
std::vector<AxisUse> axis_uses(std::string_view text);

/// An axis and the value it has in one case.
struct Choice {
  const Axis* axis;
  const AxisValue* value;
};

/// Replaces each `{name}` by the chosen value, so that `{{{name}}}` is a value in braces, and `{{name}}` by `{name}`.
std::string substitute(std::string_view text, std::span<const Choice> choices, Language language);

/// All combinations, the last axis fastest. No axes: one empty combination.
std::vector<std::vector<Choice>> combinations(std::span<const Axis* const> axes);

}  // namespace quern
