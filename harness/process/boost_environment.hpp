// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/process/environment.hpp>
#include <map>
#include <string>

namespace quern {

/// All of a child's variables, as Boost wants them. By `set`: its operator[] reads behind the end of a variable that is
/// shorter than the name it looks for.
inline boost::process::environment to_boost(const std::map<std::string, std::string>& variables) {
  boost::process::environment environment;
  for (const auto& [name, value] : variables) environment.set(name, value);
  return environment;
}

}  // namespace quern
