// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/scheduler.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <deque>
#include <future>
#include <set>

#include "base/error.hpp"

using namespace quern;

namespace {

/// A scheduler for queues of so many cases each, and the results that it hands on.
class Day {
 public:
  Day& add_queue(Language language, std::size_t cases) {
    CaseQueue queue;
    queue.server.language = language;
    for (std::size_t i = 0; i < cases; ++i) queue.cases.push_back(new_case());
    plan_.queues.push_back(std::move(queue));
    return *this;
  }

  /// Queues that take turns. Every queue must be in one bundle, if there are any.
  Day& add_team(const std::vector<std::size_t>& queues) {
    plan_.bundles.push_back(queues);
    return *this;
  }

  /// So many jobs that there is little memory for each.
  void scarce() { plan_.jobs = 1 << 30; }

  Scheduler& scheduler() {
    if (!scheduler_) scheduler_.emplace(plan_, on_result_);
    return *scheduler_;
  }

  PlannedCase new_case() {
    Case& args = cases_.emplace_back();
    args.id = "case " + std::to_string(cases_.size());
    args.definition = {"s.yaml", static_cast<int>(cases_.size()), 3};
    return {&args, ""};
  }

  /// Takes and finishes so many cases of a queue.
  void measure(std::size_t queue, int cases, double seconds_each = 0) {
    for (int i = 0; i < cases; ++i) {
      const PlannedCase* const planned = scheduler().next(queue);
      REQUIRE(planned != nullptr);
      scheduler().done(queue, {planned->args, Status::ok, {}, {}, seconds_each});
    }
  }

  std::vector<CaseResult> results;

 private:
  std::deque<Case> cases_;
  MeasurePlan plan_;
  OnResult on_result_ = [this](std::size_t, CaseResult result) { results.push_back(std::move(result)); };
  std::optional<Scheduler> scheduler_;
};

std::exception_ptr broken(const std::string& message) {
  return std::make_exception_ptr(Error(ErrorKind::environment, message));
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/scheduler");

TEST_CASE("every queue with cases gets a server before one gets a second") {
  Day day;
  day.add_queue(Language::cpp, 10).add_queue(Language::python, 1000).add_queue(Language::cpp, 0);
  const std::set<std::optional<std::size_t>> first = {day.scheduler().next_bundle(), day.scheduler().next_bundle()};
  CHECK(first == std::set<std::optional<std::size_t>>{0, 1});
  CHECK(day.scheduler().next_bundle() == 1);
}

TEST_CASE("a further server is started only where it saves more than its start costs") {
  Day day;
  day.add_queue(Language::cpp, 10);
  CHECK(day.scheduler().next_bundle() == 0);
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("what servers and cases really cost decides, once it is known") {
  Day day;
  day.add_queue(Language::cpp, 20);
  CHECK(day.scheduler().next_bundle() == 0);
  day.scheduler().note_server(0, {}, 8, 1);
  day.measure(0, 4, 1.0);
  CHECK_FALSE(day.scheduler().next_bundle().has_value());  // four cases are too few to learn from
  day.measure(0, 1, 1.0);
  CHECK(day.scheduler().next_bundle() == 0);  // 15 s of work against a start of 8 s
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("a queue that a server left can be joined again, as long as there are cases") {
  Day day;
  day.add_queue(Language::python, 2);
  CHECK(day.scheduler().next_bundle() == 0);
  day.measure(0, 1);
  day.scheduler().leave(0);
  CHECK(day.scheduler().next_bundle() == 0);
  day.measure(0, 1);
  day.scheduler().leave(0);
  CHECK(day.scheduler().next(0) == nullptr);
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("the cases of a queue that failed are failed, if another queue measured something") {
  Day day;
  day.add_queue(Language::python, 3).add_queue(Language::cpp, 1);
  day.measure(0, 1);
  day.measure(1, 1);
  day.scheduler().fail_queue(0, broken("no torch"));
  CHECK(day.scheduler().next(0) == nullptr);
  day.scheduler().fail_queue(0, broken("said later"));
  CHECK(day.scheduler().finish().stable);
  REQUIRE(day.results.size() == 4);
  for (const std::size_t i : {2U, 3U}) {
    const CaseResult& result = day.results[i];
    CHECK(result.status == Status::failed);
    CHECK(result.failure->kind == FailureKind::server);
    CHECK(result.failure->message == "no torch");
    CHECK(result.failure->where == to_string(result.args->definition));
  }
  CHECK(day.results[2].args != day.results[3].args);
}

TEST_CASE("if no queue measured anything, the run is impossible") {
  Day day;
  day.add_queue(Language::python, 1).add_queue(Language::cpp, 1);
  day.scheduler().fail_queue(1, broken("no torch"));
  CHECK_THROWS_WITH_AS(day.scheduler().finish(), "no torch", Error);
  CHECK(day.results.empty());
}

TEST_CASE("what fails the whole run ends it for all queues") {
  Day day;
  day.add_queue(Language::python, 2).add_queue(Language::cpp, 2);
  day.measure(0, 1);
  day.scheduler().fail(broken("first"));
  day.scheduler().fail(broken("second"));
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
  CHECK(day.scheduler().next(0) == nullptr);
  CHECK_THROWS_WITH_AS(day.scheduler().finish(), "first", Error);
}

TEST_CASE("servers of one queue must agree about a sentry, those of two need not") {
  Day day;
  day.add_queue(Language::python, 1).add_queue(Language::cpp, 1);
  const PlannedCase sentry = day.new_case();
  day.scheduler().note_sentry(0, sentry, 100);
  day.scheduler().note_sentry(1, sentry, 7);
  day.scheduler().note_sentry(0, sentry, 100);
  day.measure(0, 1);
  SUBCASE("they do") { CHECK(day.scheduler().finish().stable); }
  SUBCASE("they do not") {
    day.scheduler().note_sentry(1, sentry, 8);
    const MeasureSummary summary = day.scheduler().finish();
    CHECK_FALSE(summary.stable);
    CHECK(summary.notes == std::vector<std::string>{"sentry case 3 moved from 7 to 8"});
  }
}

TEST_CASE("what the first server of each queue found is kept") {
  Day day;
  day.add_queue(Language::python, 1).add_queue(Language::cpp, 1);
  for (const char* version : {"1.13.1", "2.0.0"}) {
    Hello hello;
    hello.torch_version = version;
    day.scheduler().note_server(1, hello, 1, 1);
  }
  day.measure(1, 1);
  const MeasureSummary summary = day.scheduler().finish();
  REQUIRE(summary.hellos.size() == 2);
  CHECK(summary.hellos[0].torch_version.empty());
  CHECK(summary.hellos[1].torch_version == "1.13.1");
}

TEST_CASE("bundles are joined, not queues, and each has servers for all its queues") {
  Day day;
  day.add_queue(Language::python, 10).add_queue(Language::cpp, 10).add_queue(Language::python, 10);
  day.add_queue(Language::cpp, 10).add_team({0, 2}).add_team({1, 3});
  const std::set<std::optional<std::size_t>> first = {day.scheduler().next_bundle(), day.scheduler().next_bundle()};
  CHECK(first == std::set<std::optional<std::size_t>>{0, 1});
  CHECK(day.scheduler().queues_of(0) == std::vector<std::size_t>{0, 2});
  CHECK(day.scheduler().queues_of(1) == std::vector<std::size_t>{1, 3});
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("without bundles each queue is one") {
  Day day;
  day.add_queue(Language::python, 1).add_queue(Language::cpp, 1);
  CHECK(day.scheduler().queues_of(0) == std::vector<std::size_t>{0});
  CHECK(day.scheduler().queues_of(1) == std::vector<std::size_t>{1});
}

TEST_CASE("a bundle goes on without a queue that failed, and is over when all have") {
  Day day;
  day.add_queue(Language::cpp, 2).add_queue(Language::cpp, 2).add_team({0, 1});
  CHECK(day.scheduler().next_bundle() == 0);
  day.measure(1, 1);
  day.scheduler().fail_queue(0, broken("no torch"));
  CHECK(day.scheduler().queues_of(0) == std::vector<std::size_t>{1});
  day.scheduler().leave(0);
  CHECK(day.scheduler().next_bundle() == 0);  // the other queue has a case left
  day.scheduler().fail_queue(1, broken("no torch either"));
  CHECK(day.scheduler().queues_of(0).empty());
  day.scheduler().leave(0);
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("a bundle that was left is joined again as long as one of its queues has cases") {
  Day day;
  day.add_queue(Language::cpp, 1).add_queue(Language::cpp, 2).add_team({0, 1});
  CHECK(day.scheduler().next_bundle() == 0);
  day.measure(0, 1);
  day.measure(1, 1);
  day.scheduler().leave(0);
  CHECK(day.scheduler().next_bundle() == 0);
  day.measure(1, 1);
  day.scheduler().leave(0);
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("further servers of a bundle must save more than the start of all its queues costs") {
  Day day;
  day.add_queue(Language::cpp, 20).add_queue(Language::cpp, 20).add_team({0, 1});
  CHECK(day.scheduler().next_bundle() == 0);
  day.scheduler().note_server(0, {}, 8, 1);
  day.scheduler().note_server(1, {}, 12, 1);
  day.measure(0, 10, 1.0);
  CHECK_FALSE(
      day.scheduler().next_bundle().has_value());  // 10 s of one and 3 s, guessed, of the other against 8 s and 12 s
  day.measure(1, 5, 1.0);
  CHECK(day.scheduler().next_bundle() == 0);  // 25 s against 20 s
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("the start of a queue that failed is no cost of further servers of its bundle") {
  Day day;
  day.add_queue(Language::cpp, 20).add_queue(Language::cpp, 20).add_team({0, 1});
  CHECK(day.scheduler().next_bundle() == 0);
  day.scheduler().note_server(0, {}, 8, 1);
  day.scheduler().note_server(1, {}, 12, 1);
  day.measure(0, 5, 1.0);
  day.scheduler().fail_queue(1, broken("no torch"));
  CHECK(day.scheduler().next_bundle() == 0);  // 15 s of work against the start of one server, 8 s
  CHECK_FALSE(day.scheduler().next_bundle().has_value());
}

TEST_CASE("nobody waits for what a server needs if none will come up") {
  Day day;
  day.add_queue(Language::cpp, 100);
  day.scarce();
  day.scheduler();
  std::vector<std::future<bool>> admitted;
  for (int thread = 1; thread < 5; ++thread)
    admitted.push_back(std::async(std::launch::async, [&day, thread] { return day.scheduler().admit(thread); }));
  CHECK(day.scheduler().admit(0));
  CHECK(admitted[0].wait_for(std::chrono::milliseconds(150)) == std::future_status::timeout);
  SUBCASE("the first thread could not start one") {
    day.scheduler().fail_queue(0, broken("no torch"));
    day.scheduler().retire(0);
    for (std::future<bool>& answer : admitted) CHECK_FALSE(answer.get());
  }
  SUBCASE("the run failed") {
    day.scheduler().fail(broken("a full disk"));
    for (std::future<bool>& answer : admitted) CHECK_FALSE(answer.get());
  }
  SUBCASE("it is known, and there is room") {
    day.scheduler().note_server(0, {}, 1, 1);
    for (std::future<bool>& answer : admitted) CHECK(answer.get());
  }
}

TEST_SUITE_END();
