// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_request.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "worker/protocol/keys.h"

namespace quern {

std::string request_text(const CaseRequest& request, const std::filesystem::path& folder) {
  std::string text;
  const auto add = [&](const char* key, const auto& value) { text += fmt::format("{} {}\n", key, value); };
  add(QUERN_REQUEST_PROTOCOL, QUERN_PROTOCOL);
  add(QUERN_REQUEST_SYMBOL, request.symbol);
  add(QUERN_REQUEST_THREADS, request.args->num_threads);
  add(QUERN_REQUEST_PAIRS, request.pairs);
  if (request.unit != 0) add(QUERN_REQUEST_UNIT, request.unit);
  add(QUERN_REQUEST_RESULT, (folder / QUERN_FILE_RESULT).string());
  add(QUERN_REQUEST_LOG, (folder / QUERN_FILE_LOG).string());
  add(QUERN_REQUEST_DUMPS, (folder / QUERN_FILE_DUMPS / "%p").string());
  return text;
}

// Nothing of the machine is in it: what the child allocates for it must be the same everywhere.
std::string case_document(const Case& args) {
  const TimerArgs& code = snippet(args);
  return nlohmann::ordered_json{{QUERN_CASE_STMT, code.stmt.text()},
                                {QUERN_CASE_SETUP, code.setup.text()},
                                {QUERN_CASE_GLOBAL_SETUP, code.global_setup.text()},
                                {QUERN_CASE_THREADS, args.num_threads}}
      .dump();
}

}  // namespace quern
