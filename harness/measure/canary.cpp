// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/canary.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/error.hpp"
#include "harness/measure/server.hpp"

namespace quern {

Canary try_canary(const CaseQueue& queue) {
  Server server(queue.server);
  const std::optional<std::string> reason = server.try_natively();
  Hello hello = server.hello();
  std::string problem = reason ? *reason : why_another_torch(queue.torch, hello);
  return {queue.server.language, std::move(problem), std::move(hello)};
}

void require_canary(const CaseQueue& queue) {
  Server server(queue.server);
  const std::optional<std::string> reason = server.try_natively();
  if (!reason) return require_probed_torch(queue.torch, server.hello());
  const bool cpp = queue.server.language == Language::cpp;
  throw Error(ErrorKind::environment,
              fmt::format("{} does not run: {}", cpp ? "LibTorch for C++" : "Python's torch", *reason),
              fmt::format("mend the environment, or leave these cases out with {}", cpp ? "--no-cpp" : "--no-python"));
}

}  // namespace quern
