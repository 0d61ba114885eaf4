// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/resumed_run.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "base/error.hpp"

using namespace quern;

namespace {

Case named(const std::string& name) {
  Case args;
  args.label = {name};
  args.id = make_id(args);
  args.definition_hash = "hash of " + name;
  return args;
}

CaseResult measured(const Case& args, double instructions) {
  CaseResult result{&args, Status::ok, Measurement{}, {}, 0.5};
  result.measurement->values[kInstructions] = {instructions};
  return result;
}

StoredRun earlier_run(const std::vector<std::string>& names) {
  StoredRun stored;
  stored.run.started = "2026-11-16T01:00:00Z";
  stored.run.duration_s = 10;
  stored.run.interrupted = true;
  stored.run.environment.torch_version = "1.13.0";
  stored.run.environment.python = "3.11.2";
  stored.run.environment.libraries = {{"libc.so", "aa"}, {"libpython.so", "bb"}};
  for (const std::string& name : names) stored.run.cases.push_back(measured(stored.cases.emplace_back(named(name)), 1));
  return stored;
}

Run fresh_run(const std::vector<Case>& cases) {
  Run run;
  run.started = "2026-11-17T01:00:00Z";
  run.duration_s = 5;
  run.environment.torch_version = "1.13.0";
  run.environment.libraries = {{"libc.so", "aa"}, {"libtorch.so", "cc"}};
  for (const Case& args : cases) run.cases.push_back(measured(args, 2));
  return run;
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("harness/runs/resumed_run");

TEST_CASE("what has a result is not left, and both parts stand in the order of the suite") {
  const std::vector<Case> suite = {named("a"), named("b"), named("c")};
  const ResumedRun resumed(earlier_run({"b"}), suite);
  REQUIRE(resumed.left().size() == 2);
  CHECK(resumed.left()[0].id == suite[0].id);
  const Run run = resumed.joined(fresh_run(resumed.left()));
  REQUIRE(run.cases.size() == 3);
  CHECK(run.cases[1].measurement->instructions() == 1);
  CHECK(run.cases[2].measurement->instructions() == 2);
  CHECK(run.cases[2].args == &suite[2]);
  CHECK(run.started == "2026-11-16T01:00:00Z");
  CHECK(run.duration_s == 15);
  CHECK_FALSE(run.interrupted);
}

TEST_CASE("what only one part loaded is no difference, and belongs to the whole") {
  const std::vector<Case> suite = {named("a"), named("b")};
  const ResumedRun resumed(earlier_run({"a"}), suite);
  const Run run = resumed.joined(fresh_run(resumed.left()));
  CHECK(run.environment.python == "3.11.2");
  CHECK(run.environment.libraries.size() == 3);
}

TEST_CASE("a part that was measured with something else is refused") {
  const std::vector<Case> suite = {named("a"), named("b")};
  const ResumedRun resumed(earlier_run({"a"}), suite);
  Run fresh = fresh_run(resumed.left());
  fresh.environment.libraries[0].build_id = "dd";
  CHECK(message_of([&] { static_cast<void>(resumed.joined(fresh)); }) ==
        "the run cannot go on: its environment is another one now (libc.so: build-id aa, 0 bytes, now build-id dd, 0 "
        "bytes)");
  fresh = fresh_run(resumed.left());
  fresh.environment.torch_version = "2.6.0";
  CHECK(message_of([&] { static_cast<void>(resumed.joined(fresh)); }) ==
        "the run cannot go on: its environment is another one now (torch: 1.13.0, now 2.6.0)");
}

TEST_CASE("a run with a case that is not selected, or is defined otherwise, does not go on") {
  std::vector<Case> suite = {named("a")};
  CHECK(message_of([&] {
          const ResumedRun resumed(earlier_run({"a", "b"}), suite);
        }) == "that run has the case 'b:eager:forward:cpp:t1', which is not selected now");
  suite[0].definition_hash = "another";
  CHECK(message_of([&] { const ResumedRun resumed(earlier_run({"a"}), suite); }) ==
        "the definition of 'a:eager:forward:cpp:t1' has changed since that run");
}

TEST_CASE("a run that lacks nothing is whole, and not interrupted any more") {
  const std::vector<Case> suite = {named("a")};
  const ResumedRun resumed(earlier_run({"a"}), suite);
  CHECK(resumed.left().empty());
  const Run whole = resumed.whole({.filter = "^a"});
  CHECK_FALSE(whole.interrupted);
  CHECK(whole.cases[0].args == suite.data());
  CHECK((whole.selection == RunSelection{.filter = "^a"}));
}

TEST_CASE("a run that went on has all of what was selected then, whatever it began with") {
  const std::vector<Case> suite = {named("a"), named("b")};
  StoredRun earlier = earlier_run({"a"});
  earlier.run.selection = RunSelection{};  // it was interrupted before it came to c, which is not selected any more
  const ResumedRun resumed(std::move(earlier), suite);
  Run fresh = earlier_run({"b"}).run;
  fresh.cases.clear();
  fresh.selection = RunSelection{.filter = "^[ab]"};
  CHECK((resumed.joined(fresh).selection == RunSelection{.filter = "^[ab]"}));
}

TEST_SUITE_END();
