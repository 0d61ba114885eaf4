// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/loop.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

const FunctionKey kOfStatement{"[statement]", "???", "snippets"};
const FunctionKey kOfLoop{"quern_next_window", "???", "snippets"};
const FunctionKey kOfOther{"at::add", "???", "libtorch_cpu.so"};

CaseFunctions counted(long iterations, const std::vector<FunctionCount>& self) {
  return {iterations, FunctionCounts(self), FunctionCounts(self) * 2};
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/loop");

TEST_CASE("what the loop costs is taken off every event that both have") {
  const EventCosts found = without_loop(EventCosts{{"Ir", 104}, {"Dr", 7}}, EventCosts{{"Ir", 4}, {"Dw", 1}});
  CHECK(found == EventCosts{{"Ir", 100}, {"Dr", 7}});
}

TEST_CASE("the loop is taken off, function by function") {
  const CaseFunctions loop = counted(10, {{kOfLoop, 30}, {kOfStatement, 40}});
  const CaseFunctions found = without_loop(counted(20, {{kOfLoop, 60}, {kOfStatement, 100}, {kOfOther, 500}}), loop);
  CHECK(found.iterations == 20);
  CHECK(found.self == FunctionCounts({{kOfStatement, 20}, {kOfOther, 500}}));
  CHECK(found.inclusive == FunctionCounts({{kOfStatement, 40}, {kOfOther, 1000}}));
}

TEST_CASE("what does not divide evenly is the statement's, so that the sum is exact") {
  const CaseFunctions loop =
      counted(30, {{kOfLoop, 11}, {{"a", "???", "libc.so.6"}, 8}, {{"b", "???", "libc.so.6"}, 11}});
  for (const long iterations : {1L, 7L, 10L, 29L, 30L, 31L, 64L}) {
    CAPTURE(iterations);
    const CaseFunctions of_case = counted(iterations, {{kOfOther, 12345}, {kOfStatement, 70}, {kOfLoop, 5}});
    const CaseFunctions found = without_loop(of_case, loop);
    CHECK(found.iterations == iterations);
    CHECK(found.self.total() == of_case.self.total() - iterations);  // 30 in 30 iterations
    CHECK(found.self.count(kOfOther) == 12345);
    CHECK(found.self.count(kOfLoop) == 5 - 11 * iterations / 30);
  }
}

TEST_CASE("a loop without functions takes nothing off") {
  const CaseFunctions of_case = counted(20, {{kOfOther, 500}});
  const CaseFunctions found = without_loop(of_case, CaseFunctions{});
  CHECK(found.self == of_case.self);
  CHECK(found.inclusive == of_case.inclusive);
}

TEST_SUITE_END();
