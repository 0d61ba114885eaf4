// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/case_request.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

Case some_case() {
  Case args;
  args.num_threads = 2;
  snippet(args).stmt = Code("x + \"y\"", {"a.yaml", 1, 1});
  snippet(args).setup = Code("x = 1", {"a.yaml", 2, 1});
  return args;
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/case_request");

TEST_CASE("a request says its protocol and all that a server needs") {
  const Case args = some_case();
  CaseRequest request{&args, "quern_case_1", {}};
  CHECK(request_text(request, "/tmp/a") ==
        "protocol 3\nsymbol quern_case_1\nthreads 2\npairs 3\nresult /tmp/a/result\nlog /tmp/a/case.log\n"
        "dumps /tmp/a/out/%p\n");
  request.unit = 7;
  CHECK(request_text(request, "/tmp/a").find("\nunit 7\n") != std::string::npos);
}

TEST_CASE("the code of a case is a document without anything of the machine") {
  CHECK(case_document(some_case()) == R"({"stmt":"x + \"y\"","setup":"x = 1","global_setup":"","threads":2})");
}

TEST_SUITE_END();
