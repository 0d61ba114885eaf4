// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/csv.hpp"

#include <string_view>

#include "base/printable.hpp"

namespace quern {

std::string csv_field(const std::string& content) {
  std::string text = printable(content);
  if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace quern
