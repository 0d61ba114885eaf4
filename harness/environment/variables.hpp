// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

namespace quern {

/// Of a process, by name.
using Variables = std::map<std::string, std::string>;

/// Empty if it is not set.
inline std::string value_of(const Variables& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found == variables.end() ? std::string{} : found->second;
}

}  // namespace quern
