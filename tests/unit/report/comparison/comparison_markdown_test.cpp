// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_markdown.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/report/comparison/comparison_markdown");

TEST_CASE("a comparison as tables: the sum first, the environments last") {
  test::MadeUpRun a;
  test::MadeUpRun b;
  for (test::MadeUpRun* run : {&a, &b}) run->add_ok({"G", "same"}, Verdict::exact, 5070);
  a.add_ok({"G", "slower"}, Verdict::exact, 1000);
  b.add_ok({"G", "slower"}, Verdict::exact, 1001.5);
  a.add_ok({"G", "shaky"}, Verdict::jitter, 100, 30);
  b.add_ok({"G", "shaky"}, Verdict::exact, 110);
  a.add_ok({"G", "only a"}, Verdict::exact, 7);
  b.add_failed({"G", "only a"}, "no such | operator");
  a.add_ok({"G", "from nothing"}, Verdict::exact, 0);
  b.add_ok({"G", "from nothing"}, Verdict::exact, 3);
  b.run.environment.torch_version = "2.0.0";
  b.run.environment.libraries.push_back({"_ssl.so", "12"});
  std::ostringstream out;
  write_comparison_markdown(compare(a.run, b.run), out);
  CHECK(out.str() ==
        "**0 faster, 2 slower, 1 same, 1 unstable, 1 failed, 1 on one side only; largest +0.15 % "
        "(g/slower:eager:forward:cpp:t1); geometric mean +3.280 %**\n"
        "\n"
        "### G\n"
        "\n"
        "| case | run | A | B | Δ | % | change |\n"
        "|:--|:--|--:|--:|--:|--:|:--|\n"
        "| `same` | cpp t1 | 5,070 | 5,070 | · | · | same |\n"
        "| `slower` | cpp t1 | 1,000 | 1,001.50 | +1.50 | +0.15 % | slower |\n"
        "| `shaky` | cpp t1 | 100 | 110 | +10 | +10.00 % | unstable ±30 |\n"
        "| `only a` | cpp t1 | 7 | – | | | only_a: no such &#124; operator |\n"
        "| `from nothing` | cpp t1 | 0 | 3 | +3 | – | slower |\n"
        "\n"
        "- A: torch 1.13.1\n"
        "- B: torch 2.0.0\n"
        "- torch: 1.13.1 → 2.0.0\n"
        "- and 1 library that is not LibTorch's (--format json lists them)\n");
}

TEST_SUITE_END();
