// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace quern {

/// The variables of a process, by name.
using Variables = std::map<std::string, std::string>;

/// Empty if it is not set.
inline std::string value_of(const Variables& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string{} : found->second;
}

/// The parts of a list such as PATH, without empty ones.
inline std::vector<std::string> split_list(const std::string& text, char separator = ':') {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

}  // namespace quern
