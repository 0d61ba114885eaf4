// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/verdict.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"

using namespace quern;

namespace {

/// Windows of 10 and 110 iterations that give these counts per iteration, each with the same costs of its own.
std::vector<Window> windows_of(const std::vector<double>& counts) {
  std::vector<Window> windows;
  for (const double count : counts)
    for (const long iterations : {10L, 110L})
      windows.push_back(
          {iterations, {{"Ir", static_cast<std::uint64_t>(777 + count * static_cast<double>(iterations))}}});
  return windows;
}

Measurement judged(const std::vector<double>& counts, double loop = 0) {
  return judge(windows_of(counts), {{"Ir", loop}});
}

/// One pair in which every event grows by its value per iteration.
std::map<std::string, double> metrics_for(const std::map<std::string, std::uint64_t>& events) {
  std::vector<Window> windows(2);
  for (std::size_t i = 0; i < 2; ++i) {
    windows[i].iterations = i == 0 ? 1 : 11;
    for (const auto& [name, count] : events)
      windows[i].events[name] = 5 + count * static_cast<std::uint64_t>(windows[i].iterations);
  }
  std::map<std::string, double> metrics;
  for (const auto& [name, metric] : judge(windows, {}).values)
    if (name != kInstructions) metrics[name] = metric.value;
  return metrics;
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/verdict");

TEST_CASE("repeats that agree are exact, and what happens once per window cancels") {
  const Measurement measured = judged({5070, 5070, 5070});
  CHECK(measured.verdict == Verdict::exact);
  CHECK(measured.instructions() == 5070);
  CHECK(measured.spread() == 0);
  CHECK(measured.windows.size() == 6);
  CHECK(measured.values.size() == 1);
}

TEST_CASE("the loop is subtracted; an empty statement costs nothing") {
  CHECK(judged({5, 5, 5}, 5).instructions() == 0);
  CHECK(judged({107, 107, 107}, 5).instructions() == 102);
  CHECK(judged({1, 9, 5}, 2).instructions() == 3);
}

TEST_CASE("a part of an instruction is kept: what happens in every tenth iteration counts a tenth") {
  CHECK(judged({10.5, 10.5, 10.5}).instructions() == doctest::Approx(10.5));
}

TEST_CASE("agreement after the first repeats is settled, with its spread") {
  const Measurement measured = judged({130, 100, 100});
  CHECK(measured.verdict == Verdict::settled);
  CHECK(measured.instructions() == 100);
  CHECK(measured.spread() == 30);
  CHECK(judged({1, 2, 100, 100, 100, 100}).verdict == Verdict::settled);
  // The first process of a case, then its second one.
  CHECK(judged({130, 100, 100, 130, 100, 100, 100, 100, 100, 100, 100, 100}).verdict == Verdict::settled);
}

TEST_CASE("repeats that agree in the second process only are not exact") {
  const Measurement measured = judged({2, 7, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2});
  CHECK(measured.verdict == Verdict::settled);
  CHECK(measured.instructions() == 2);
  CHECK(measured.spread() == 5);
  CHECK(measured.windows.size() == 24);
}

TEST_CASE("values that come back have not settled, however many agree") {
  const Measurement measured = judged({100, 130, 100, 130, 100, 100, 100});
  CHECK(measured.verdict == Verdict::jitter);
  CHECK(measured.instructions() == 100);
  CHECK(measured.spread() == 30);
}

TEST_CASE("agreement that does not last, or is not of most, is jitter") {
  CHECK(judged({100, 100, 130}).verdict == Verdict::jitter);
  CHECK(judged({100, 130, 100}).verdict == Verdict::jitter);
  CHECK(judged({1, 2, 3, 100, 100}).verdict == Verdict::jitter);
  CHECK(judged({1, 2, 100, 100}).verdict == Verdict::jitter);
  CHECK(judged({1, 2, 3}).verdict == Verdict::jitter);
}

TEST_CASE("jitter shows the median, of an even number the lower, and its spread") {
  CHECK(judged({7, 1, 3}).instructions() == 3);
  CHECK(judged({7, 1, 3, 5}).instructions() == 3);
  CHECK(judged({7, 1, 3}).spread() == 6);
}

TEST_CASE("of two values that are equally frequent neither has settled, and the lower is shown") {
  const Measurement measured = judged({110, 110, 100, 100});
  CHECK(measured.verdict == Verdict::jitter);
  CHECK(measured.instructions() == 100);
}

TEST_CASE("one pair is exact by itself; a window without its partner is not counted") {
  CHECK(judged({42}).verdict == Verdict::exact);
  std::vector<Window> windows = windows_of({42});
  windows.push_back({10, {{"Ir", 1}}});
  CHECK(judge(windows, {}).instructions() == 42);
}

TEST_CASE("a window that shrinks gives a negative count, not a huge one") {
  CHECK(judge({{10, {{"Ir", 500}}}, {20, {{"Ir", 400}}}}, {}).instructions() == -10);
}

TEST_CASE("windows without instructions break our own rule") {
  CHECK_THROWS_AS(judge({{10, {}}, {20, {}}}, {}), std::exception);
}

TEST_CASE("cache misses and estimated cycles follow the usual formula") {
  const std::map<std::string, double> metrics = metrics_for({{"Ir", 1000},
                                                             {"Dr", 200},
                                                             {"Dw", 100},
                                                             {"I1mr", 1},
                                                             {"D1mr", 2},
                                                             {"D1mw", 3},
                                                             {"ILmr", 4},
                                                             {"DLmr", 5},
                                                             {"DLmw", 6}});
  CHECK(metrics.at("l1_misses") == 6);
  CHECK(metrics.at("ll_misses") == 15);
  CHECK(metrics.at("data_reads") == 200);
  CHECK(metrics.at("data_writes") == 100);
  CHECK(metrics.at("estimated_cycles") == 1000 + 10 * 6 + 100 * 15);
  CHECK(metrics.size() == 5);
}

TEST_CASE("a mispredicted branch adds ten estimated cycles") {
  const std::map<std::string, double> branches =
      metrics_for({{"Ir", 1000}, {"Bc", 50}, {"Bi", 5}, {"Bcm", 3}, {"Bim", 1}});
  CHECK(branches == std::map<std::string, double>{{"branches", 55}, {"branch_misses", 4}});
  const std::map<std::string, double> both = metrics_for({{"Ir", 1000}, {"Bc", 50}, {"Bcm", 3}, {"I1mr", 2}});
  CHECK(both.at("estimated_cycles") == 1000 + 10 * 2 + 10 * 3);
}

TEST_CASE("each metric has the spread of its own repeats") {
  const std::vector<Window> windows = {{10, {{"Ir", 100}, {"alloc_count", 10}}},
                                       {20, {{"Ir", 200}, {"alloc_count", 20}}},
                                       {10, {{"Ir", 100}, {"alloc_count", 10}}},
                                       {20, {{"Ir", 200}, {"alloc_count", 50}}}};
  const Measurement measured = judge(windows, {});
  CHECK(measured.verdict == Verdict::exact);
  CHECK(measured.spread() == 0);
  CHECK(*measured.find("alloc_count") == MetricValue{1, 3});
  CHECK(measured.find("branches") == nullptr);
}

TEST_CASE("allocations are per iteration") {
  const std::map<std::string, double> metrics = metrics_for({{"Ir", 9}, {"alloc_count", 2}, {"alloc_bytes", 160}});
  CHECK(metrics == std::map<std::string, double>{{"alloc_count", 2}, {"alloc_bytes", 160}});
}

TEST_CASE("an empty statement costs nothing in any event") {
  const std::map<std::string, std::uint64_t> shorter = {{"Ir", 30},  {"Dr", 21}, {"Dw", 4}, {"I1mr", 1},
                                                        {"ILmr", 1}, {"Bc", 15}, {"Bcm", 7}};
  const std::map<std::string, std::uint64_t> longer = {{"Ir", 50},  {"Dr", 31}, {"Dw", 4}, {"I1mr", 1},
                                                       {"ILmr", 1}, {"Bc", 25}, {"Bcm", 9}};
  const std::vector<Window> windows = {{10, shorter}, {20, longer}};
  const std::optional<EventCosts> loop = repeated_cost(windows);
  REQUIRE(loop.has_value());
  CHECK(*loop == EventCosts{{"Ir", 2}, {"Dr", 1}, {"Dw", 0}, {"I1mr", 0}, {"ILmr", 0}, {"Bc", 1}, {"Bcm", 0.2}});
  const Measurement empty = judge(windows, *loop);
  CHECK(empty.instructions() == 0);
  CHECK(empty.values.size() == 8);
  for (const auto& entry : empty.values) {
    CAPTURE(entry.first);
    CHECK(entry.second.value == 0);
  }
}

TEST_CASE("a loop that does not repeat exactly has no cost to subtract") {
  CHECK(instructions_in(repeated_cost(windows_of({5, 5, 5})).value()) == 5);
  CHECK_FALSE(repeated_cost(windows_of({6, 5, 5})).has_value());
}

TEST_SUITE_END();
