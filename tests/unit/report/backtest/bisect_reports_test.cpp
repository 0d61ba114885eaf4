// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/bisect_reports.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace {

using namespace quern;

Bisection made_up_bisection() {
  const double counts[] = {1000, 1000, -1, 1020, 1020, 1020};
  Bisection found = bisect({"v1", "v2", "v3", "v4", "v5", "v6"}, {0.005}, [&](std::size_t build) {
    BacktestValue value;
    value.failure = "no wheel";
    value.failure_kind = "environment";
    if (counts[build] < 0) return value;
    value.status = Status::ok;
    value.verdict = "exact";
    value.instructions = counts[build];
    return value;
  });
  found.id = "a:eager:forward:cpp:t1";
  for (BacktestStep& step : found.steps) step.functions = {{"f|g", "f.cpp", "libtorch_cpu.so", 20}};
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/backtest/bisect_reports");

TEST_CASE("the text names what was measured, the step, its functions, and what nobody looked at") {
  std::ostringstream out;
  write_bisect_text(made_up_bisection(), {}, out);
  CHECK(out.str() ==
        "a:eager:forward:cpp:t1\n"
        "  v1           1,000\n"
        "  v2           1,000\n"
        "  v3         skipped  no wheel\n"
        "  v4           1,020\n"
        "  v6           1,020\n"
        "\n"
        "v2 → v4\n"
        "  1,000 → 1,020  +20  +2.00 %\n"
        "  1 build between them could not be measured (from v3 to v3)\n"
        "           +20  f|g  [libtorch_cpu.so]\n"
        "\n"
        "note: the counts of v4 and v6 are taken to be equal: steps that cancel each other in the 1 build between them "
        "are not seen\n"
        "1 step of more than 0.5 %; 4 of 6 builds measured, 1 skipped\n");
}

TEST_CASE("markdown can be pasted: names are code that cannot break the table") {
  std::ostringstream out;
  write_bisect_markdown(made_up_bisection(), 5, out);
  const std::string text = out.str();
  CHECK(text.starts_with("### `a:eager:forward:cpp:t1`: 1 step in 6 builds\n"));
  CHECK(text.find("#### `v2` → `v4`: 1,000 → 1,020 instructions, +20 (+2.00 %)\n") != std::string::npos);
  CHECK(text.find("| +20 | <code>f&#124;g</code> | `libtorch_cpu.so` |\n") != std::string::npos);
  CHECK(text.find("| `v3` | skipped: no wheel |\n") != std::string::npos);
}

TEST_CASE("the document has names, steps and points") {
  const nlohmann::ordered_json document = bisect_document(made_up_bisection(), "0.1.0");
  CHECK(document["schema"] == "quern.bisect/1");
  CHECK(document["measured"] == nlohmann::ordered_json({"v1", "v2", "v4", "v6"}));
  CHECK(document["steps"][0]["before"] == "v2");
  CHECK(document["steps"][0]["after"] == "v4");
  CHECK(document["steps"][0]["delta"] == 20);
  CHECK(document["points"][2]["failure"]["message"] == "no wheel");
  CHECK(document["notes"].size() == 1);
}

TEST_SUITE_END();
