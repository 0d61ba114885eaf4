// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/printable.hpp"

namespace quern {

std::string heading(const Case& args) {
  const auto end = args.label.end() - (args.label.size() > 1 ? 1 : 0);
  return printable(fmt::format("{}", fmt::join(args.label.begin(), end, " / ")));
}

std::string with_commas(double value) {
  const bool whole = value == std::floor(value);
  std::string digits = fmt::format("{:.{}f}", std::abs(value), whole ? 0 : 2);
  for (auto at = static_cast<std::ptrdiff_t>(std::min(digits.find('.'), digits.size())) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return (value < 0 ? "-" : "") + digits;
}

std::string with_sign(double value) { return (value > 0 ? "+" : "") + with_commas(value); }

std::string percent_of(double ratio) { return fmt::format("{:+.2f} %", (ratio - 1) * 100); }

std::string first_line(const std::string& text) { return printable(text.substr(0, text.find('\n'))); }

std::string without_middle(const std::string& text, std::size_t most) {
  const std::size_t count = character_count(text);
  if (count <= most) return text;
  if (most == 0) return {};
  const auto bytes_of = [all = std::string_view(text)](std::size_t characters) {
    std::size_t end = 0;
    for (; characters > 0; --characters) end += std::max<std::size_t>(utf8_character(all.substr(end, 4)), 1);
    return end;
  };
  const std::size_t tail = (most - 1) / 3;
  return text.substr(0, bytes_of(most - 1 - tail)) + "…" + text.substr(bytes_of(count - tail));
}

std::string shown(std::string_view text, std::size_t most) {
  // A character that is shown takes four bytes at most: what is farther from both ends is left out anyway.
  const std::size_t enough = 4 * most;
  if (text.size() <= 2 * enough) return without_middle(printable(text), most);
  return without_middle(printable(text.substr(0, enough)) + printable(text.substr(text.size() - enough)), most);
}

std::string how_run(const Case& args) {
  std::string how = fmt::format("{} t{}", to_string(args.language), args.num_threads);
  if (args.runtime == Runtime::torchscript) how += " script";
  if (args.pass == Pass::forward_backward) how += " +bwd";
  return how;
}

std::string pad(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, character_count(text)), ' ');
}

}  // namespace quern
