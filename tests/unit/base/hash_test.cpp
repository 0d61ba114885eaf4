// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("base/hash");

TEST_CASE("the hash is the same on every machine") {
  CHECK(hash_fields({}) == "99aa06d3014798d86001c324468d497f");  // XXH3-128 of nothing, as xxhsum -H2 prints it
  CHECK(hash_fields({"ab", "c"}) == "490a258e5bcabd9490fdeed9aa16ca24");
  CHECK(short_hash("") == 0x2d06800538d394c2);  // XXH3-64 of nothing, as xxhsum -H3 prints it
}

TEST_CASE("fields are kept apart") {
  CHECK(hash_fields({"ab", "c"}) != hash_fields({"a", "bc"}));
  CHECK(hash_fields({"", "a"}) != hash_fields({"a", ""}));
  CHECK(hash_fields({"a"}) != hash_fields({"a", ""}));
  CHECK(hash_fields({"1:a"}) != hash_fields({"", "a"}));
}

TEST_CASE("blocks are hashed as if they were one text") {
  Hasher whole;
  whole.add("abc");
  Hasher parts;
  parts.add("a");
  parts.add("");
  parts.add("bc");
  CHECK(parts.digits() == whole.digits());
  CHECK(Hasher().digits() == hash_fields({}));
}

TEST_SUITE_END();
