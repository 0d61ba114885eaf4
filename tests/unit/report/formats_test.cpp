// SPDX-License-Identifier: Apache-2.0
#include "harness/report/formats.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/unit/contains.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;
using test::contains;
using Names = std::vector<std::string>;

TEST_SUITE_BEGIN("harness/report/formats");

TEST_CASE("each kind of report has the formats that it can be written in") {
  CHECK(format_names(&ReportFormat::run) == Names{"table", "json", "csv", "md"});
  CHECK(format_names(&ReportFormat::comparison) == Names{"table", "json", "csv", "md"});
  CHECK(format_names(&ReportFormat::check) == Names{"table", "json", "csv", "md", "junit", "sarif", "github"});
  CHECK(format_names(&ReportFormat::verification) == Names{"table", "json"});
  CHECK(format_names(&ReportFormat::explanation) == Names{"table", "json", "csv"});
}

TEST_CASE("no format is listed twice") {
  std::set<std::string_view> names;
  for (const ReportFormat& format : report_formats()) CHECK(names.insert(format.name).second);
}

TEST_CASE("a list of formats reads like one") {
  CHECK(format_list({"table"}) == "table");
  CHECK(format_list({"table", "json"}) == "table or json");
  CHECK(format_list({"table", "json", "csv"}) == "table, json or csv");
}

TEST_CASE("a run is written in every one of its formats, each its own") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "add"}, Verdict::exact, 5070);
  const ReportOptions options{"0.1.0"};
  CHECK(contains(report_of(made.run, "table", options), "Pointwise\n  add  cpp t1"));
  CHECK(contains(report_of(made.run, "json", options), "\"schema\": \"quern.run/1\""));
  CHECK(contains(report_of(made.run, "csv", options), "id,language"));
  CHECK(contains(report_of(made.run, "md", options), "### Pointwise"));
  CHECK_THROWS(report_of(made.run, "junit", options));
}

TEST_CASE("a run's table can be a matrix") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "add"}, Verdict::exact, 5070);
  ReportOptions options;
  options.matrix = true;
  CHECK(contains(report_of(made.run, "table", options), "C++ eager"));
}

TEST_SUITE_END();
