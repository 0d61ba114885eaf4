// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/whole_number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace quern {
namespace {

bool is_between(const std::string& text, int first, int last) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && number >= first && number <= last;
}

}  // namespace

CLI::Validator whole_number(int first, int last) {
  return {[first, last](const std::string& text) {
            if (is_between(text, first, last)) return std::string();
            return fmt::format("Value {} not in range {} to {}", text, first, last);
          },
          fmt::format("INT in [{} - {}]", first, last)};
}

}  // namespace quern
