// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/source.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("base/yaml/source");

TEST_CASE("lines come without their breaks, also those of Windows, and there are none beyond the end") {
  const Source source("a.yaml", "one\r\ntwo\n\nfour");
  CHECK(source.line(1) == "one");
  CHECK(source.line(2) == "two");
  CHECK(source.line(3).empty());
  CHECK(source.line(4) == "four");
  CHECK(source.line(5).empty());
  CHECK(source.line(0).empty());
}

TEST_CASE("a byte order mark is not part of the text") {
  CHECK(Source("a.yaml",
               "\xEF\xBB\xBF"
               "a: 1")
            .line(1) == "a: 1");
}

TEST_CASE("columns are shown in characters") {
  const Source source("a.yaml", "Größe: x");
  CHECK(to_string(to_origin({&source, 1, 10})) == "a.yaml:1:8");
}

TEST_CASE("a place inside a text is found after its key, also if the key holds the same letters") {
  const Source source("a.yaml", "signature: s");
  CHECK(place_in({"s", {&source, 1, 12}}, 0).column == 12);
}

TEST_CASE("a place inside a block is found on its line") {
  const Source source("a.yaml", "py: |\n  a\n    b {n}\n");
  const Place place = place_in({"a\n  b {n}\n", {&source, 2, 3}}, 6);
  CHECK(place.line == 3);
  CHECK(place.column == 7);
}

TEST_CASE("a place in a text that was written with escapes is the text's begin") {
  const Source source("a.yaml", R"(py: "a\tb {n}")");
  const Place place = place_in({"a\tb {n}", {&source, 1, 5}}, 4);
  CHECK(place.line == 1);
  CHECK(place.column == 5);
}

TEST_SUITE_END();
