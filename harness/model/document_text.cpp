// SPDX-License-Identifier: Apache-2.0
#include "harness/model/document_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/invisible.hpp"
#include "base/printable.hpp"

namespace quern {
namespace {

// JSON itself asks for escapes below U+0020 only.
bool is_late_control(std::string_view character) {
  return character == "\x7f" || (character.size() == 2 && character[0] == '\xC2' && character[1] < '\xA0');
}

}  // namespace

std::string document_text(const nlohmann::ordered_json& document) {
  const std::string dumped = document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  std::string text;
  for (std::string_view rest = dumped; !rest.empty();) {
    const auto plain =
        std::find_if(rest.begin(), rest.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x7FU; });
    text.append(rest.begin(), plain);
    rest.remove_prefix(static_cast<std::size_t>(plain - rest.begin()));
    if (rest.empty()) break;
    const std::string_view character = rest.substr(0, std::max<std::size_t>(utf8_character(rest), 1));
    if (is_late_control(character) || is_invisible(character))
      text += escaped_character(character);
    else
      text += character;
    rest.remove_prefix(character.size());
  }
  return text;
}

}  // namespace quern
