// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/xml.hpp"

#include "base/printable.hpp"

namespace quern {

std::string xml_clean(std::string_view text) {
  std::string safe = printable(text);
  // XML lacks U+FFFE and U+FFFF, which are no characters.
  for (const std::string_view absent : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (std::size_t at = safe.find(absent); at != std::string::npos; at = safe.find(absent, at))
      safe.replace(at, absent.size(), "\xEF\xBF\xBD");
  return safe;
}

std::string xml_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\'')
      safe += "&#39;";
    else
      safe += c;
  }
  return safe;
}

}  // namespace quern
