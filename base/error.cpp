// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace quern {

std::string to_string(const Origin& origin) { return fmt::format("{}:{}:{}", origin.file, origin.line, origin.column); }

Error::Error(ErrorKind kind, const std::string& message, std::string hint)
    : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}

Error::Error(ErrorKind kind, const std::string& message, Origin where, std::string hint)
    : std::runtime_error(message), kind_(kind), where_(std::move(where)), hint_(std::move(hint)) {}

void assertion_failed(const char* condition, const char* file, int line) {
  throw Error(ErrorKind::internal, fmt::format("broken invariant: {}", condition), Origin{file, line, 1},
              "this is a bug in quern; please report it with the command that you ran");
}

}  // namespace quern
