// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/build_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace quern {

BuildSource builds_of(std::vector<EnvironmentSpec> environments) {
  BuildSource source;
  for (const EnvironmentSpec& environment : environments) {
    if (std::find(source.names.begin(), source.names.end(), environment.name) != source.names.end())
      throw Error(ErrorKind::usage, fmt::format("the environment '{}' is given twice", environment.name),
                  "each build of the list is another one");
    source.names.push_back(environment.name);
  }
  source.open = [environments = std::move(environments)](std::size_t build) { return environments.at(build); };
  return source;
}

}  // namespace quern
