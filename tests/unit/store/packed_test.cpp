// SPDX-License-Identifier: Apache-2.0
#include "harness/store/packed.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/unit/store/made_up_document.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/store/packed");

TEST_CASE("any text comes back") {
  for (const std::string& text : {std::string{}, std::string("a"), std::string(3, '\0'), std::string(1'000'000, 'x'),
                                  std::string("\xff\xfe\x00 ü", 6), test::made_up_document(7).dump()})
    CHECK(unpack(pack(text)) == text);
}

TEST_CASE("a case shrinks to a quarter, though its numbers are its own") {
  const std::string text = test::made_up_case("pointwise/math/add/3", 987654321).dump();
  CHECK(text.size() > 900);
  CHECK(pack(text).size() < text.size() / 4);
}

TEST_CASE("what is not packed is noticed") {
  const std::string good = pack("some text that is long enough to be cut");
  CHECK_FALSE(unpack(""));
  CHECK_FALSE(unpack("text"));
  CHECK_FALSE(unpack(good.substr(0, good.size() - 1)));
  for (std::size_t size = 0; size < 5; ++size) CHECK_FALSE(unpack(good.substr(0, size)));
  std::string other = good;
  other[0] = '\x02';  // a way of packing that this quern does not know
  CHECK_FALSE(unpack(other));
  std::string longer = good;
  ++longer[1];  // its size
  CHECK_FALSE(unpack(longer));
  std::string shorter = good;
  --shorter[1];
  CHECK_FALSE(unpack(shorter));
  std::string huge = good;
  huge[4] = '\x7f';  // two gigabytes that are not there
  CHECK_FALSE(unpack(huge));
}

TEST_CASE("what an older quern packed is read for ever") {
  // Packed by the first version; if this fails, stores of users become unreadable.
  constexpr std::array<unsigned char, 30> kOld = {0x01, 0x53, 0x00, 0x00, 0x00, 0x23, 0x3e, 0xc2, 0xe1, 0xd1,
                                                  0x8a, 0xea, 0x08, 0x53, 0x23, 0x63, 0x33, 0x90, 0xd7, 0xf2,
                                                  0x52, 0x81, 0xf9, 0x49, 0xe9, 0xf0, 0x1e, 0xa5, 0x5a, 0x00};
  const std::string packed(kOld.begin(), kOld.end());
  CHECK(unpack(packed) ==
        "{\"id\":\"pointwise/math/add/0:eager:forward:cpp:t1\",\"instructions\":5236.0,\"new\":\"ü\"}");
}

TEST_SUITE_END();
