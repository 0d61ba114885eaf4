// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/backtest_plot.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "harness/report/backtest/plot_axis.hpp"
#include "tests/unit/report/backtest/made_up_backtest.hpp"

namespace {

using namespace quern;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string picture(const Backtest& backtest, const PlotOptions& options = {}) {
  return backtest_svg(backtest, plot_groups(backtest, options.depth).at(0), options);
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/backtest/backtest_plot");

TEST_CASE("names are escaped, and nothing is loaded or run") {
  const std::string svg = picture(test::made_up_backtest(2, {test::backtest_case({"<g>", "a & \"b\"\x1b"}, {10, 12})}));
  CHECK(svg.find("&lt;g&gt;") != std::string::npos);
  CHECK(svg.find("a &amp; &quot;b&quot;\\x1b") != std::string::npos);
  for (const char* part : {"<script", "href", "<g>a", "@import", "url("}) CHECK(svg.find(part) == std::string::npos);
}

TEST_CASE("a line has a gap where a build has no number") {
  const std::string svg = picture(test::made_up_backtest(5, {test::backtest_case({"g", "a"}, {10, 10, -1, 12, 12})}));
  const std::size_t path = svg.find("<path d=\"");
  REQUIRE(path != std::string::npos);
  const std::string drawn = svg.substr(path, svg.find('"', path + 9) - path);
  CHECK(occurrences(drawn, "M") == 2);
  CHECK(occurrences(drawn, "L") == 2);
}

TEST_CASE("the largest steps have numbers and their function") {
  const std::string svg = picture(test::made_up_backtest(3, {test::backtest_case({"g", "a"}, {100, 100, 150})}));
  CHECK(svg.find("1: b1 → b2 · a · 100 → 150 · +50.00 % · most by f +50") != std::string::npos);
}

TEST_CASE("a function that changed against the step does not explain it") {
  BacktestCase entry = test::backtest_case({"g", "a"}, {100, 100, 150});
  entry.steps.front().functions = {{"less()", "f.cpp", "libtorch_cpu.so", -60},
                                   {"more()", "f.cpp", "libtorch_cpu.so", 40}};
  const std::string svg = picture(test::made_up_backtest(3, {entry}));
  CHECK(svg.find("+50.00 % · most by more +40") != std::string::npos);
}

TEST_CASE("twenty lines look different, and further ones are grey") {
  std::vector<BacktestCase> cases;
  for (int i = 0; i < 25; ++i)
    cases.push_back(test::backtest_case({"g", "case " + std::to_string(i)}, {100, 100.0 + 3 * i}));
  const std::string svg = picture(test::made_up_backtest(2, cases));
  CHECK(svg.find("grey: 5 more cases, changing less than the others") != std::string::npos);
  CHECK(occurrences(svg, ">case ") == 20);
  CHECK(svg.find("geometric mean of 25 cases") != std::string::npos);
}

TEST_CASE("the mean is of the cases that every build has") {
  Backtest backtest = test::made_up_backtest(
      2, {test::backtest_case({"g", "a"}, {100, 200}), test::backtest_case({"g", "b"}, {100, 50}),
          test::backtest_case({"g", "new"}, {-1, 7000})});
  const PlotGroup group = plot_groups(backtest, 1).at(0);
  const PlotMean mean = mean_of(plot_lines(group, PlotScale::relative, 1));
  CHECK(mean.cases == 2);
  REQUIRE(mean.values.size() == 2);
  CHECK(mean.values[1] == doctest::Approx(1));
}

TEST_CASE("groups are by labels, and cases without a count have no picture") {
  const Backtest backtest =
      test::made_up_backtest(1, {test::backtest_case({"g", "a"}, {1}), test::backtest_case({"h", "b"}, {2}),
                                 test::backtest_case({"i", "c"}, {-1})});
  CHECK(plot_groups(backtest, 1).size() == 2);
  CHECK(plot_groups(backtest, 0).size() == 1);
}

TEST_CASE("an axis has round ticks that are not too close, and the base among them") {
  for (const double high : {1.001, 1.2, 3.0, 40.0, 100000.0}) {
    const LogAxis axis(0.9, high, 400);
    const std::vector<double> ticks = axis.ticks(1, 20);
    CHECK(ticks.size() >= 3);
    CHECK(ticks.size() <= 21);
    CHECK(std::set<double>(ticks.begin(), ticks.end()).contains(1.0));
    for (std::size_t i = 1; i < ticks.size(); ++i)
      CHECK(std::abs(axis.place(ticks[i]) - axis.place(ticks[i - 1])) >= 20);
  }
}

TEST_CASE("names that would lie on each other are moved apart and stay on the page") {
  const std::vector<double> places = spread_out({100, 100, 98, 399, 400}, 15, 400);
  CHECK(places[2] < places[0]);
  CHECK(places[0] + 15 <= places[1]);
  CHECK(places[4] <= 400);
  CHECK(places[3] + 15 <= places[4]);
}

TEST_SUITE_END();
