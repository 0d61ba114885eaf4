// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>

#include "harness/report/check/check_json.hpp"
#include "harness/report/comparison/comparison_json.hpp"
#include "tests/unit/compare/made_up_functions.hpp"
#include "tests/unit/compare/two_runs.hpp"

namespace {

/// A check in which as much as possible happens.
void fill(quern::test::TwoRuns& runs) {
  using namespace quern;
  runs.add("regressed", 1000, 1100);
  runs.set_metric("alloc_count", 4, 5);
  runs.base.run.cases.back().measurement->functions = test::functions(1, {{"f", 1000}});
  runs.head.run.cases.back().measurement->functions = test::functions(1, {{"f", 1100}});
  runs.add("improved", 1000, 10);
  runs.add("from nothing", 0, 10);
  runs.add("waived", 1000, 2000);
  runs.add("redefined", 1000, 1000);
  runs.head.last().definition_hash = "ffff";
  runs.add_jitter("unstable", 1000, 1010, 50);
  runs.base.add_ok({"disappeared"}, Verdict::exact, 10);
  runs.head.add_ok({"added"}, Verdict::exact, 10);
  runs.base.add_ok({"failed"}, Verdict::exact, 10);
  runs.head.add_failed({"failed"}, "boom");
  runs.limit("^regressed", "alloc_count", "0");
  runs.waive("waived");
  runs.waive("from_nothing", "2026-11-16");
  runs.head.run.environment.compiler = "gcc 12.2";
  runs.head.run.commit = "abc";
}

}  // namespace

/// Prints a document per line: a comparison, and a check. They are held against the schema.
int main() {
  quern::test::TwoRuns runs;
  fill(runs);
  quern::Check check = runs.check();
  const quern::Elsewhere elsewhere{1, &runs.base.run, &runs.head.run};
  quern::confirm(check, std::span(&elsewhere, 1), quern::unconfirmed_ids(check));
  std::cout << quern::comparison_document(check.comparison, "0.1.0", 20) << "\n"
            << quern::check_document(check, "0.1.0", 20) << "\n";
  return 0;
}
