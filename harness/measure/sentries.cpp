// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/sentries.hpp"

#include <fmt/format.h>

#include "expand/case/definition_hash.hpp"

namespace quern {
namespace {

struct SentryText {
  const char* name;
  const char* setup;
  const char* stmt;
};

constexpr SentryText kCpp[] = {{"loop", "", ""},
                               {"add", "auto x = torch::ones({4, 4});\nauto y = torch::ones({4, 4});", "x + y;"},
                               {"view", "auto x = torch::ones({4, 4});", "x.view({16}).select(0, 1);"}};
constexpr SentryText kPython[] = {{"loop", "", ""},
                                  {"add", "x = torch.ones((4, 4))\ny = torch.ones((4, 4))", "x + y"},
                                  {"view", "x = torch.ones((4, 4))", "x.view(16).select(0, 1)"}};

Case sentry(const SentryText& text, Language language) {
  const Origin origin{fmt::format("quern sentry {}", text.name), 1, 1};
  Case args;
  args.label = {"quern", text.name};
  args.language = language;
  args.body = TimerArgs{Code(text.stmt, origin), Code(text.setup, origin), {}};
  args.definition = origin;
  args.id = make_id(args);
  args.definition_hash = definition_hash(args);
  return args;
}

}  // namespace

std::vector<Case> sentry_cases(Language language) {
  std::vector<Case> cases;
  for (const SentryText& text : language == Language::cpp ? kCpp : kPython) cases.push_back(sentry(text, language));
  return cases;
}

}  // namespace quern
