// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_markdown.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/report/run/run_markdown");

TEST_CASE("a run as tables under its labels") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "add"}, Verdict::exact, 5070);
  made.run.cases.back().measurement->values["alloc_count"] = {4};
  made.add_ok({"Pointwise", "a|b"}, Verdict::jitter, 1234567.5, 30);
  made.add_failed({"H", "bad"}, "no <b>\nat all");
  made.add({"H", "left out"}, Status::skipped);
  std::ostringstream out;
  write_run_markdown(made.run, out);
  CHECK(out.str() ==
        "### Pointwise\n"
        "\n"
        "| case | run | instructions | alloc_count | verdict |\n"
        "|:--|:--|--:|--:|:--|\n"
        "| `add` | cpp t1 | 5,070 | 4 | exact |\n"
        "| <code>a&#124;b</code> | cpp t1 | 1,234,567.50 |  | jitter ±30 |\n"
        "\n"
        "### H\n"
        "\n"
        "| case | run | instructions | alloc_count | verdict |\n"
        "|:--|:--|--:|--:|:--|\n"
        "| `bad` | cpp t1 |  |  | failed: no &#60;b&#62; |\n"
        "| `left out` | cpp t1 |  |  | skipped |\n"
        "\n"
        "2 measured (1 exact, 0 settled, 1 jitter), 1 failed, 1 skipped; 61.2 s  \n"
        "LibTorch 1.13.1, clang 14.0.6, Valgrind 3.19.0, allocator pinned  \n");
}

TEST_CASE("a huge name is shortened in its middle") {
  test::MadeUpRun made;
  made.add_ok({"G", std::string(10000, 'x')}, Verdict::exact, 1);
  std::ostringstream out;
  write_run_markdown(made.run, out);
  CHECK(out.str().find("| `" + std::string(133, 'x') + "…" + std::string(66, 'x') + "` |") != std::string::npos);
}

TEST_SUITE_END();
