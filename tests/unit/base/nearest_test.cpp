// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace quern;

namespace {

constexpr std::array<std::string_view, 4> kWords = {"num_threads", "setup", "py", "cpp"};

}  // namespace

TEST_SUITE_BEGIN("base/nearest");

TEST_CASE("a slip of the finger finds its word") {
  CHECK(nearest("num_thread", kWords) == "num_threads");
  CHECK(nearest("setpu", kWords) == "setup");
  CHECK(nearest("cp", kWords) == "cpp");
  constexpr std::array<std::string_view, 2> near = {"a-a", "tag"};
  CHECK(nearest("tga", near) == "tag");
  CHECK(nearest("setup", kWords) == "setup");
}

TEST_CASE("a word that is like none finds none") {
  CHECK(nearest("zebra", kWords).empty());
  CHECK(nearest("", kWords).empty());
  CHECK(nearest("x", kWords).empty());
  CHECK(nearest(std::string(100'000, 'p'), kWords).empty());
  CHECK(nearest("setup", {}).empty());
}

TEST_CASE("a suggestion names the nearest word, or all of them") {
  CHECK(suggest("setpu", kWords) == "did you mean 'setup'?");
  CHECK(suggest("zebra", kWords) == "valid here: num_threads, setup, py, cpp");
}

TEST_SUITE_END();
