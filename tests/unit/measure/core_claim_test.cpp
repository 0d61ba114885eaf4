// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/core_claim.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <optional>

using namespace quern;

namespace {

// Of this process alone: querns that are at work on the same machine must not matter.
CoreChoice choice(std::size_t preferred) { return {{4, 7}, preferred, fmt::format("quern-core-test-{}", getpid())}; }

}  // namespace

TEST_SUITE_BEGIN("harness/measure/core_claim");

TEST_CASE("the preferred core is taken if nobody has it, counted round") {
  CHECK(CoreClaim(choice(0)).core() == 4);
  CHECK(CoreClaim(choice(1)).core() == 7);
  CHECK(CoreClaim(choice(2)).core() == 4);
}

TEST_CASE("a core that somebody has is left alone as long as another one is free") {
  const CoreClaim first(choice(0));
  const CoreClaim second(choice(0));
  CHECK(first.core() == 4);
  CHECK(second.core() == 7);
  CHECK(second.alone());
}

TEST_CASE("if every core is taken the preferred one is shared") {
  const CoreClaim first(choice(0));
  const CoreClaim second(choice(1));
  const CoreClaim third(choice(1));
  CHECK(third.core() == 7);
  CHECK_FALSE(third.alone());
}

TEST_CASE("a core is free again when its claim ends") {
  std::optional<CoreClaim> first(choice(0));
  first.reset();
  CHECK(CoreClaim(choice(0)).core() == 4);
}

TEST_SUITE_END();
