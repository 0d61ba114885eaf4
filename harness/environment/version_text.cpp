// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/version_text.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace quern {
namespace {

bool is_part(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '.' || c == '+'; }

}  // namespace

std::string find_version(std::string_view output) {
  for (std::size_t at = 0; at < output.size(); ++at) {
    const bool starts = is_digit(output[at]) && (at == 0 || !is_part(output[at - 1]) || output[at - 1] == '.');
    if (!starts) continue;
    const auto* const begin = output.begin() + at;
    const auto* const end = std::find_if_not(begin, output.end(), is_part);
    std::string word(begin, end);
    while (word.ends_with('.')) word.pop_back();
    if (word.find('.') != std::string::npos) return word;
  }
  return {};
}

}  // namespace quern
