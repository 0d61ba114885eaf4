// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/sentries.hpp"

#include "worker/protocol/definition_hash.hpp"

namespace quern {
namespace {

TimerArgs sentry(const std::string& name, const std::string& setup, const std::string& stmt) {
  const Origin origin{"quern sentry " + name, 1, 1};
  TimerArgs args;
  args.label = {"quern", name};
  args.setup = Code(setup, origin);
  args.stmt = Code(stmt, origin);
  args.definition = origin;
  args.id = make_id(args);
  args.definition_hash = definition_hash(args);
  return args;
}

}  // namespace

std::vector<TimerArgs> sentry_cases() {
  return {sentry("loop", "", ""),
          sentry("add", "auto x = torch::ones({4, 4});\nauto y = torch::ones({4, 4});", "x + y;"),
          sentry("view", "auto x = torch::ones({4, 4});", "x.view({16}).select(0, 1);")};
}

}  // namespace quern
