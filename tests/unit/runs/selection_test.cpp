// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/selection.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "tests/unit/cli/in_folder.hpp"

using namespace quern;
using namespace quern::test;

namespace {

std::vector<Case> four_cases() {
  std::vector<Case> cases;
  for (const Language language : {Language::python, Language::cpp}) {
    for (const int threads : {1, 2}) {
      Case args;
      args.label = {"add"};
      args.language = language;
      args.num_threads = threads;
      args.tags = {threads == 1 ? "one" : "two"};
      args.id = make_id(args);
      cases.push_back(args);
    }
  }
  return cases;
}

std::string kept(const Selection& selection) {
  std::string ids;
  for (const Case& args : select(four_cases(), selection)) ids += args.id.substr(args.id.rfind(":", 18) + 1) + " ";
  return ids;
}

Selection sharded(const std::string& shard) {
  Selection selection;
  selection.shard = shard;
  return selection;
}

}  // namespace

TEST_SUITE_BEGIN("harness/runs/selection");

TEST_CASE("no option keeps everything, in order") { CHECK(kept({}) == "python:t1 python:t2 cpp:t1 cpp:t2 "); }

TEST_CASE("each option narrows the selection down, and they all must hold") {
  Selection selection;
  selection.filter = "t1$";
  CHECK(kept(selection) == "python:t1 cpp:t1 ");
  selection.languages = {"cpp"};
  CHECK(kept(selection) == "cpp:t1 ");
  selection = {};
  selection.threads = {2, 7};
  selection.no_cpp = true;
  CHECK(kept(selection) == "python:t2 ");
  selection = {};
  selection.no_python = true;
  CHECK(kept(selection) == "cpp:t1 cpp:t2 ");
}

TEST_CASE("shards share out what the other options leave, each case once") {
  CHECK(kept(sharded("1/3")) == "python:t1 cpp:t2 ");
  CHECK(kept(sharded("2/3")) == "python:t2 ");
  CHECK(kept(sharded("3/3")) == "cpp:t1 ");
  Selection second_of_cpp = sharded("2/2");
  second_of_cpp.no_python = true;
  CHECK(kept(second_of_cpp) == "cpp:t2 ");
}

TEST_CASE("a shard that is not I/N is wrong usage") {
  for (const char* shard : {"0/2", "3/2", "1", "1/", "/2", "a/2", "1/2x", "-1/2", "1/0"})
    CHECK_THROWS_WITH_AS(kept(sharded(shard)), (std::string("--shard '") + shard + "' is not I/N").c_str(), Error);
}

TEST_CASE("options that mean the same are recorded as the same") {
  CHECK((recorded({}) == RunSelection{}));
  Selection selection;
  selection.suites = {"./suites/", "a/../b.yaml"};
  selection.no_python = true;
  selection.threads = {2, 1, 2};
  selection.tags = {"b", "a"};
  CHECK(recorded(selection).text() == "'suites b.yaml --tag a,b --language cpp --threads 1,2'");
  selection = {};
  selection.languages = {"python", "cpp"};
  CHECK((recorded(selection) == RunSelection{}));
  selection.no_cpp = true;
  CHECK((recorded(selection) == RunSelection{.languages = {"python"}}));
}

TEST_CASE("one of several tags is enough") {
  Selection selection;
  selection.tags = {"two", "three"};
  CHECK(kept(selection) == "python:t2 cpp:t2 ");
}

TEST_CASE("a selection of nothing is wrong usage, not a success") {
  Selection selection;
  selection.tags = {"three"};
  CHECK_THROWS_WITH_AS(kept(selection), "no case matches", Error);
}

TEST_CASE("a filter that is no regular expression is wrong usage") {
  Selection selection;
  selection.filter = "(";
  CHECK_THROWS_WITH_AS(kept(selection), "--filter '(' is not a regular expression: missing )", Error);
}

TEST_CASE_FIXTURE(InFolder, "an option takes one word, with commas or repeated, and never the suite") {
  write("s.yaml", "stmts: {a: {py_stmt: x, tags: one}, b: {py_stmt: x, tags: two}, c: {py_stmt: x}}\n");
  CHECK(quern({"list", "--tag", "one", "s.yaml"}) == 0);
  CHECK(out == "a:eager:forward:python:t1\n");
  CHECK(quern({"list", "--tag", "one,two", "s.yaml"}) == 0);
  CHECK(out == "a:eager:forward:python:t1\nb:eager:forward:python:t1\n");
  CHECK(quern({"list", "--tag", "one", "--tag", "two", "--language", "python", "--threads", "1", "s.yaml"}) == 0);
  CHECK(out == "a:eager:forward:python:t1\nb:eager:forward:python:t1\n");
}

TEST_SUITE_END();
