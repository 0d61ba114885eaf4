// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/canary.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/error.hpp"
#include "harness/measure/server.hpp"

namespace quern {

void check_canary(const Crew& crew) {
  Server server(crew.server);
  const std::optional<std::string> reason = server.try_natively();
  if (!reason) return require_probed_torch(crew.torch, server.hello());
  const bool cpp = crew.server.language == Language::cpp;
  throw Error(ErrorKind::environment,
              fmt::format("{} does not run: {}", cpp ? "LibTorch for C++" : "Python's torch", *reason),
              fmt::format("mend the environment, or leave these cases out with {}", cpp ? "--no-cpp" : "--no-python"));
}

}  // namespace quern
