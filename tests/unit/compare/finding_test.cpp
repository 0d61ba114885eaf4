// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/finding.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <string>

using namespace quern;

TEST_SUITE_BEGIN("harness/compare/finding");

TEST_CASE("every finding has a word of its own, by which it is found again") {
  std::set<std::string_view> words;
  for (const Finding finding : kFindings) {
    words.insert(to_string(finding));
    CHECK(finding_of(to_string(finding)) == finding);
  }
  CHECK(words == std::set<std::string_view>{"unchanged", "improved", "regressed", "unstable", "added", "disappeared",
                                            "failed", "skipped", "redefined", "absent", "unmeasured", "layout"});
  CHECK_FALSE(finding_of("Regressed").has_value());
  CHECK_FALSE(finding_of("").has_value());
}

TEST_CASE("five findings fail a check, and three leave it open") {
  std::set<Finding> open;
  std::set<Finding> bad;
  for (const Finding finding : kFindings) {
    if (is_open(finding)) open.insert(finding);
    if (is_bad(finding)) bad.insert(finding);
  }
  CHECK(open == std::set<Finding>{Finding::unstable, Finding::unmeasured, Finding::added});
  CHECK(bad == std::set<Finding>{Finding::regressed, Finding::disappeared, Finding::failed, Finding::skipped,
                                 Finding::redefined});
}

TEST_CASE("magnitudes change at 0.5 %, 2 % and 10 %, in both directions") {
  CHECK(magnitude_of(1) == Magnitude::none);
  CHECK(magnitude_of(1 + 1e-10) == Magnitude::tiny);
  CHECK(magnitude_of(1.00499) == Magnitude::tiny);
  CHECK(magnitude_of(1.005) == Magnitude::small);
  CHECK(magnitude_of(0.995) == Magnitude::small);
  CHECK(magnitude_of(1.0199) == Magnitude::small);
  CHECK(magnitude_of(1.02) == Magnitude::medium);
  CHECK(magnitude_of(0.901) == Magnitude::medium);
  CHECK(magnitude_of(1.1) == Magnitude::large);
  CHECK(magnitude_of(0.9) == Magnitude::large);
  CHECK(magnitude_of(0) == Magnitude::large);
  CHECK(magnitude_of(std::numeric_limits<double>::infinity()) == Magnitude::large);
}

TEST_CASE("magnitudes are words") {
  CHECK(to_string(Magnitude::none) == "none");
  CHECK(to_string(Magnitude::tiny) == "tiny");
  CHECK(to_string(Magnitude::small) == "small");
  CHECK(to_string(Magnitude::medium) == "medium");
  CHECK(to_string(Magnitude::large) == "large");
}

TEST_SUITE_END();
