// SPDX-License-Identifier: Apache-2.0
#include "harness/build/inputs.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

Manifest example() { return {{{"/a b\n.hpp", {"12", "1:2:3", 0}}, {"/gone", {"absent", "", 0}}}, {{"x.so", "34"}}}; }

}  // namespace

TEST_SUITE_BEGIN("harness/build/inputs");

TEST_CASE("a manifest is read as it was written, with any character in a path") {
  const std::optional<Manifest> read = Manifest::parse(example().text());
  REQUIRE(read);
  CHECK(read->read.at("/a b\n.hpp").content == "12");
  CHECK(read->read.at("/a b\n.hpp").identity == "1:2:3");
  CHECK(read->read.at("/gone").content == "absent");
  CHECK(read->made == example().made);
  CHECK(read->state() == example().state());
}

TEST_CASE("no byte of a manifest can change or go unnoticed") {
  const std::string text = example().text();
  for (std::size_t i = 0; i < text.size(); ++i) {
    CAPTURE(i);
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK_FALSE(Manifest::parse(changed));
    CHECK_FALSE(Manifest::parse(text.substr(0, i)));
  }
}

TEST_CASE("the state follows what was read and where, not which copy it was") {
  Manifest other = example();
  other.read["/gone"].identity = "7";
  other.made.clear();
  CHECK(other.state() == example().state());
  other.read["/gone"].content = "56";
  CHECK(other.state() != example().state());
}

TEST_CASE("inputs together began with the first") {
  Inputs all;
  all.add({{"/b"}, {"/x"}, 7});
  all.add({{"/a"}, {}, 5});
  all.add({{"/c"}, {}, 0});
  CHECK(all.files == std::set<std::string>{"/a", "/b", "/c"});
  CHECK(all.absent == std::set<std::string>{"/x"});
  CHECK(all.since == 5);
}

TEST_SUITE_END();
