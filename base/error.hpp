// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <stdexcept>
#include <string>

namespace quern {

/// A place in a file that a person wrote. Lines and columns count from 1, columns in characters.
struct Origin {
  std::string file;
  int line = 1;
  int column = 1;
};

/// `file:line:column`
std::string to_string(const Origin& origin);

enum class ErrorKind { usage, definition, environment, interrupted, internal };

/// The one exception of this project: thrown with context, printed in main.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string hint = {});
  Error(ErrorKind kind, const std::string& message, Origin where, std::string hint = {});

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::optional<Origin>& where() const { return where_; }
  /// What the reader can do about it; may be empty.
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  ErrorKind kind_;
  std::optional<Origin> where_;
  std::string hint_;
};

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace quern

/// A broken invariant of ours, never a mistake of the user. On in all builds.
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): needs the condition's text and its place
#define QUERN_ASSERT(condition) ((condition) ? void() : ::quern::assertion_failed(#condition, __FILE__, __LINE__))
