// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/table.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/contains.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using test::contains;

namespace {

std::string table(const Run& run, bool color = false) {
  std::ostringstream out;
  write_table(run, {color}, out);
  return out.str();
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/run/table");

TEST_CASE("a run as a table") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "Math", "add"}, Verdict::exact, 5070);
  made.add_ok({"Pointwise", "Math", "multiply"}, Verdict::settled, 1234567.5, 12);
  made.last().num_threads = 2;
  made.add_ok({"Training", "simple"}, Verdict::jitter, 987, 1000);
  made.last().pass = Pass::forward_backward;
  made.add_failed({"Training", "broken"}, "sizes do not match\nat dimension 1");
  made.last().runtime = Runtime::torchscript;
  made.add({"Alone"}, Status::skipped).failure = Failure{FailureKind::requirement, "needs torch >=2.0", "", ""};
  made.last().language = Language::python;
  CHECK(table(made.run) ==
        "Pointwise / Math\n"
        "  add       cpp t1                   5,070  exact\n"
        "  multiply  cpp t2            1,234,567.50  settled ±12\n"
        "\n"
        "Training\n"
        "  simple    cpp t1 +bwd                987  jitter ±1,000\n"
        "  broken    cpp t1 script                   failed: sizes do not match (s.yaml:41:5)\n"
        "\n"
        "Alone\n"
        "  Alone     python t1                       skipped: needs torch >=2.0\n"
        "\n"
        "3 measured (1 exact, 1 settled, 1 jitter), 1 failed, 1 skipped; 61.2 s\n"
        "LibTorch 1.13.1, clang 14.0.6, Valgrind 3.19.0, allocator pinned\n");
}

TEST_CASE("colours mark headings, jitter and failures, and nothing else") {
  test::MadeUpRun made;
  made.add_ok({"G", "a"}, Verdict::exact, 1);
  made.add_ok({"G", "b"}, Verdict::jitter, 2, 3);
  made.add_failed({"G", "c"}, "no");
  made.add({"G", "d"}, Status::skipped).failure = Failure{FailureKind::requirement, "later", "", ""};
  const std::string text = table(made.run, true);
  CHECK(contains(text, "\x1b[1mG\x1b[0m\n"));
  CHECK(contains(text, "  exact\n"));
  CHECK(contains(text, "\x1b[33mjitter ±3\x1b[0m\n"));
  CHECK(contains(text, "\x1b[31mfailed: no (s.yaml:41:5)\x1b[0m\n"));
  CHECK(contains(text, "  skipped: later\n"));
  CHECK_FALSE(contains(table(made.run, false), "\x1b"));
}

TEST_CASE("what would move a terminal's cursor is shown and not sent, and columns stay straight") {
  test::MadeUpRun made;
  made.add_ok({"a\x1b[2J", "b\x1b[31m"}, Verdict::exact, 1);
  made.add_ok({"a\x1b[2J", "ü"}, Verdict::exact, 1);
  made.add_failed({"a\x1b[2J", "c"}, "bad \x1b[0m\xff");
  const std::string text = table(made.run);
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK(contains(text, "a\\x1b[2J\n"));
  CHECK(contains(text, "  b\\x1b[31m  cpp t1                       1  exact\n"));
  CHECK(contains(text, "  ü          cpp t1                       1  exact\n"));
  CHECK(contains(text, "failed: bad \\x1b[0m\\xff (s.yaml:41:5)\n"));
}

TEST_CASE("metrics stand behind the verdict") {
  test::MadeUpRun made;
  made.add_ok({"G", "a"}, Verdict::exact, 1);
  made.run.cases.back().measurement->values["alloc_bytes"] = {1600};
  made.run.cases.back().measurement->values["alloc_count"] = {2.5};
  CHECK(contains(table(made.run), "  exact  alloc_bytes=1,600  alloc_count=2.50\n"));
}

TEST_CASE("numbers have their commas in the right places") {
  const std::vector<std::pair<double, std::string>> numbers = {
      {0, "  0  exact"},         {999, "  999  exact"},        {1000, "  1,000  exact"},
      {-1234, " -1,234  exact"}, {1e9, "  1,000,000,000  ex"}, {0.125, "  0.12  exact"},
      {-0.0, "  0  exact"},      {999999.996, "1,000,000.00 "}};
  for (const auto& [value, shown] : numbers) {
    test::MadeUpRun made;
    made.add_ok({"G", "a"}, Verdict::exact, value);
    const double number = value;  // clang 14 captures no structured binding
    CAPTURE(number);
    CHECK(contains(table(made.run), shown));
  }
}

TEST_CASE("a run without cases has a summary") {
  const test::MadeUpRun made;
  CHECK(table(made.run).starts_with("\n0 measured"));
}

TEST_CASE("times have a column, and '-v' shows what is behind them") {
  test::MadeUpRun made;
  made.add_ok({"Math", "add"}, Verdict::exact, 5070);
  made.run.cases.back().measurement->set_time(
      {"cpu", "cpu", 812.25, 9, 808, 816, 240, 128, 3, {812, 813}, {800, 850, {1, 8, 2}}, {"it drifts"}});
  made.add_ok({"Math", "mul"}, Verdict::exact, 7);
  CHECK(contains(table(made.run),
                 "  add  cpp t1                   5,070      812.2 ns ±0.5 %  exact\n"
                 "  mul  cpp t1                       7                       exact\n"));
  CHECK(contains(table(made.run), "1 of the times were disturbed; '-v' says by what\n"));
  std::ostringstream out;
  write_table(made.run, {false, true}, out);
  CHECK(contains(out.str(),
                 "    ▁█▂  800.0 ns … 850.0 ns\n"
                 "    240 samples of 128 iterations in 2 rounds, 3 dropped; cpu, cpu\n"
                 "    warning: it drifts\n"));
}

TEST_CASE("a run of times alone prints no count") {
  test::MadeUpRun made;
  made.add({"Math", "add"}, Status::ok).measurement.emplace().set_time({"cpu", "cpu", 1.5e6, 0, 1.5e6, 1.5e6, 6, 1});
  CHECK(contains(table(made.run), "  add  cpp t1              1.500 ms ±0.0 %\n"));
  CHECK(contains(table(made.run), "\n1 timed, 0 failed, 0 skipped; "));
}

TEST_SUITE_END();
