// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/run_csv.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/report/run/run_csv");

TEST_CASE("a line per case, with quotes where a field needs them") {
  test::MadeUpRun made;
  made.add_ok({"Pointwise", "add"}, Verdict::exact, 5070);
  made.run.cases.back().measurement->values["alloc_count"] = {4};
  made.add_failed({"a, \"b\""}, "no\nway");
  std::ostringstream out;
  write_csv(made.run, out);
  CHECK(out.str() ==
        "id,language,runtime,pass,num_threads,status,verdict,instructions,spread,alloc_count,failure\n"
        "pointwise/add:eager:forward:cpp:t1,cpp,eager,forward,1,ok,exact,5070,0,4,\n"
        "\"a,_\"\"b\"\":eager:forward:cpp:t1\",cpp,eager,forward,1,failed,,,,,no\\x0away\n");
}

TEST_SUITE_END();
