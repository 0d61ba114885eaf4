// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace quern {

enum class FailureKind {
  compile,
  model,
  exception,
  crash,
  exit,
  timeout,
  server,
  profile,
  judgement,
  threads,
  requirement,
  environment,
  unsupported,
  missing,
  newer  // one that this quern does not know
};

/// A kind as documents and people know it.
struct FailureWord {
  FailureKind kind;
  std::string_view word;
  std::string_view meaning;  // one sentence
};

/// The one list of all kinds but `newer`.
std::span<const FailureWord> failure_words();

/// Why a case has no numbers.
struct Failure {
  FailureKind kind = FailureKind::newer;
  std::string message;
  std::string where;
  std::string log;              // all that was said, for people
  std::string newer_kind = {};  // the word of a kind that only a newer quern knows
};

/// The word of a failure's kind.
std::string_view kind_word(const Failure& failure);
/// Sets the kind by its word.
void set_kind(Failure& failure, const std::string& word);

}  // namespace quern
