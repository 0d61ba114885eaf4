// SPDX-License-Identifier: Apache-2.0
#include "expand/case/case.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "expand/case/case_json.hpp"

using namespace quern;

TEST_SUITE_BEGIN("expand/case/case");

TEST_CASE("an id is made of labels, runtime, pass, language and threads") {
  Case args;
  args.label = {"Pointwise", "Math", "add", "0"};
  CHECK(make_id(args) == "pointwise/math/add/0:eager:forward:cpp:t1");
  args.runtime = Runtime::torchscript;
  args.pass = Pass::forward_backward;
  args.language = Language::python;
  args.num_threads = 2;
  CHECK(make_id(args) == "pointwise/math/add/0:torchscript:forward_backward:python:t2");
  args.runtime = Runtime::explicit_;
  args.pass = Pass::explicit_;
  CHECK(make_id(args) == "pointwise/math/add/0:explicit:explicit:python:t2");
}

TEST_CASE("labels are lower case in ids, with '_' for a space, and letters of other scripts stay") {
  CHECK(id_part("Tensor-Scalar (Advanced)") == "tensor-scalar_(advanced)");
  CHECK(id_part("Größe ÄÖ") == "größe_ÄÖ");  // locales disagree about these: an id must not depend on one
}

TEST_CASE("a document lists its cases in order, and every field is there") {
  Case args;
  args.id = "a:eager:forward:cpp:t1";
  args.definition = {"a.yaml", 2, 3};
  const nlohmann::ordered_json document = cases_document({args});
  CHECK(document["schema"] == "quern.cases/1");
  REQUIRE(document["cases"].size() == 1);
  std::vector<std::string> keys;
  for (const auto& item : document["cases"][0].items()) keys.push_back(item.key());
  CHECK(keys == std::vector<std::string>{"id", "label", "runtime", "pass", "language", "num_threads", "stmt", "setup",
                                         "global_setup", "model", "tags", "requires", "definition", "definition_hash"});
  CHECK(document["cases"][0]["definition"] == "a.yaml:2:3");
  CHECK(document["cases"][0]["model"].is_null());
}

TEST_CASE("a document names a device that is not the CPU") {
  Case args;
  CHECK_FALSE(cases_document({args})["cases"][0].contains("device"));
  args.device = "cuda:0";
  CHECK(cases_document({args})["cases"][0]["device"] == "cuda:0");
}

TEST_CASE("who asks a case that is no snippet for its code is told so") {
  struct Bad {
    operator TimerArgs() const { throw 1; }
  };
  Case args;
  args.id = "f:eager:forward:cpp:t1";
  CHECK(snippet(args).stmt.empty());
  CHECK_THROWS_AS(args.body.emplace<TimerArgs>(Bad{}), int);  // leaves no body, as one of another kind would
  CHECK_THROWS_WITH_AS(snippet(args), "the case 'f:eager:forward:cpp:t1' is not a snippet, it has no statement", Error);
}

TEST_CASE("a document without cases has an empty list, not null") {
  CHECK(cases_document({}).dump() == R"({"schema":"quern.cases/1","cases":[]})");
}

TEST_SUITE_END();
