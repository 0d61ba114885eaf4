// SPDX-License-Identifier: Apache-2.0
#include "harness/process/shell_line.hpp"

#include <fmt/format.h>

#include <string_view>

namespace quern {
namespace {

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    "%+,-./:=@_";

std::string word(std::string_view text) {
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& text : words) line += (line.empty() ? "" : " ") + word(text);
  return line;
}

std::string shell_line(const ChildSpec& spec) {
  std::string line;
  if (!spec.working_directory.empty()) line += "cd " + word(spec.working_directory.string()) + " && ";
  if (!spec.environment.empty()) line += "env -i ";
  for (const auto& [name, value] : spec.environment) line += word(fmt::format("{}={}", name, value)) + " ";
  line += word(spec.program.string());
  for (const std::string& argument : spec.arguments) line += " " + word(argument);
  return line;
}

}  // namespace quern
