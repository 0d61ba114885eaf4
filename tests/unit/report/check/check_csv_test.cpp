// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_csv.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/unit/contains.hpp"
#include "tests/unit/report/check/made_up_check.hpp"

using namespace quern;
using test::contains;
using test::MadeUpCheck;

namespace {

std::string csv_of(const Check& check) {
  std::ostringstream out;
  write_check_csv(check, out);
  return out.str();
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/check/check_csv");

TEST_CASE("a line for each case and metric") {
  MadeUpCheck made;
  add_everything(made);
  CHECK(csv_of(made.check) ==
        "id,finding,metric,base,head,delta,ratio,magnitude,limit,allowance,origin,waived,note\n"
        "g/same:eager:forward:cpp:t1,unchanged,ir,5070,5070,0,1,none,0.2%,10.14,default,,\n"
        "g/nearly:eager:forward:cpp:t1,unchanged,ir,1000000,1001200,1200,1.0012,tiny,0.2%,2000,default,,\n"
        "g/slower:eager:forward:cpp:t1,regressed,ir,5070,5278,208,1.041025641025641,medium,0.2%,10.14,default,,beyond "
        "what the waiver of w.yaml:9 accepts: 1%\n"
        "g/allocates:eager:forward:cpp:t1,unchanged,ir,2000,2000,0,1,none,0.2%,4,default,,\n"
        "g/allocates:eager:forward:cpp:t1,regressed,alloc_count,4,5,1,1.25,large,0,0,quern.yaml:4,,\n"
        "g/broken:eager:forward:cpp:t1,failed,,12345,,,,,,,,,no such operator\n"
        "g/gone:eager:forward:cpp:t1,disappeared,,77,,,,,,,,,the head does not have it\n"
        "g/other:eager:forward:cpp:t1,redefined,,10,20,,,,,,,,the two sides ran different definitions\n"
        "g/guarded:eager:forward:cpp:t1,skipped,,30,,,,,,,,,needs torch <2.0\n"
        "g/shaky:eager:forward:cpp:t1,unstable,ir,100,110,10,1.1,large,0.2%,0.2,default,,its repeats differ by 30\n"
        "g/known:eager:forward:cpp:t1,regressed,ir,1000,1015,15,1.015,small,0.2%,2,default,\"waived until 2026-12-31 "
        "by ann: the new dispatcher, see #12 (waivers.yaml:3)\",\n"
        "g/dropped:eager:forward:cpp:t1,disappeared,,5,,,,,,,,accepted by --allow disappeared,\n"
        "g/faster:eager:forward:cpp:t1,improved,ir,2000,1500,-500,0.75,large,0.2%,4,default,,\n"
        "g/new:eager:forward:cpp:t1,added,,,7,,,,,,,,the base does not have it\n"
        "g/nothing:eager:forward:cpp:t1,absent,,,,,,,,,,,needs cuda\n");
}

TEST_CASE("a field with a comma, a quote or a line break is quoted") {
  MadeUpCheck made;
  made.add("a,\"b\"\nc", Finding::regressed, 0, 2);
  CHECK(contains(csv_of(made.check),
                 "\n\"g/a,\"\"b\"\"\\x0ac:eager:forward:cpp:t1\",regressed,ir,0,2,2,,large,0.2%,0,default,,\n"));
}

TEST_SUITE_END();
