// SPDX-License-Identifier: Apache-2.0
#include "harness/model/failure.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace quern;

TEST_SUITE_BEGIN("harness/model/failure");

TEST_CASE("every kind has a word of its own and comes back from it") {
  std::set<std::string_view> words;
  for (const FailureWord& entry : failure_words()) {
    CAPTURE(std::string(entry.word));
    CHECK(words.insert(entry.word).second);
    CHECK(entry.meaning.ends_with('.'));
    Failure failure;
    set_kind(failure, std::string(entry.word));
    CHECK(failure.kind == entry.kind);
    CHECK(kind_word(failure) == entry.word);
  }
  CHECK(words.size() == static_cast<std::size_t>(FailureKind::newer));
}

TEST_CASE("a kind of a newer quern keeps its word") {
  Failure failure;
  set_kind(failure, "gremlins");
  CHECK(failure.kind == FailureKind::newer);
  CHECK(kind_word(failure) == "gremlins");
  set_kind(failure, "crash");
  CHECK(kind_word(failure) == "crash");
}

TEST_SUITE_END();
