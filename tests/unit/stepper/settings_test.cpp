// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/settings.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/stepper/settings");

TEST_CASE("what is written is read again, files with blanks too") {
  StepperSettings settings;
  settings.stack = 0x1ffeffe850;
  settings.cpuid[{7, 1}] = {1, 0xffffffff, 3, 0x80000000};
  settings.places["/a b/lib.so"] = {{InstructionPlace::Kind::cpuid, 0x10}, {InstructionPlace::Kind::request, 0xabc}};
  const StepperSettings read = parse_stepper_settings(to_text(settings));
  CHECK(read.stack == settings.stack);
  CHECK(read.cpuid == settings.cpuid);
  CHECK(read.places == settings.places);
}

TEST_CASE("a line that is none of these is an error, and no setting that is missing") {
  for (const char* text :
       {"stack\n", "stack none\n", "cpuid 1 2 3\n", "cpuid_at 10\n", "request_at x /a\n", "other 1\n"})
    CHECK_THROWS_AS(parse_stepper_settings(text), Error);
}

TEST_SUITE_END();
