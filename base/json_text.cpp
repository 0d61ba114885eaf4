// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace quern {
namespace {

constexpr int kDeepest = 100;  // documents of ours have eight levels

// Of the part that is JSON; behind it nothing is read.
int depth(std::string_view text) {
  int now = 0;
  int most = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '{') most = std::max(most, ++now);
    if (c == ']' || c == '}') --now;
  }
  return most;
}

}  // namespace

nlohmann::ordered_json parse_json(std::string_view text) {
  if (depth(text) > kDeepest)
    throw Error(ErrorKind::usage, fmt::format("it is nested more than {} levels deep", kDeepest));
  try {
    return nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::ordered_json::exception& error) {
    throw Error(ErrorKind::usage, error.what());
  }
}

}  // namespace quern
