// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/step_counts.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace quern;

namespace {

Repeats repeats_of(const std::vector<unsigned char>& bytes) { return repeats(bytes.data(), bytes.size()); }

}  // namespace

TEST_SUITE_BEGIN("harness/stepper/step_counts");

TEST_CASE("instructions that repeat themselves are known by prefix and opcode") {
  CHECK(repeats_of({0xf3, 0xa4}) == Repeats::counted);              // rep movsb
  CHECK(repeats_of({0xf3, 0x48, 0xab, 0x90}) == Repeats::counted);  // rep stosq
  CHECK(repeats_of({0x66, 0xf3, 0xa5, 0x90}) == Repeats::counted);  // rep movsw
  CHECK(repeats_of({0xf3, 0xa6}) == Repeats::counted_while_equal);  // repe cmpsb
  CHECK(repeats_of({0xf2, 0xae}) == Repeats::counted_while_different);
}

TEST_CASE("others are not, though they look alike") {
  CHECK(repeats_of({0xa4, 0x90}) == Repeats::no);              // movsb
  CHECK(repeats_of({0xf3, 0x0f, 0x1e, 0xfa}) == Repeats::no);  // endbr64
  CHECK(repeats_of({0xf3, 0x90}) == Repeats::no);              // pause
  CHECK(repeats_of({0x48, 0x89, 0xd8}) == Repeats::no);
  CHECK(repeats_of({0xf3}) == Repeats::no);  // the page ends
  CHECK(repeats_of({}) == Repeats::no);
}

TEST_SUITE_END();
