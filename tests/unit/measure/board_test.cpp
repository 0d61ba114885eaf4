// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/board.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <deque>
#include <future>
#include <set>

#include "base/error.hpp"

using namespace quern;

namespace {

/// A board for crews of so many cases each, and the results that it hands on.
class Day {
 public:
  Day& add_crew(Language language, std::size_t cases) {
    Crew crew;
    crew.server.language = language;
    for (std::size_t i = 0; i < cases; ++i) crew.cases.push_back(new_case());
    plan_.crews.push_back(std::move(crew));
    return *this;
  }

  /// Crews that take turns. Every crew must be in one team, if there are any.
  Day& add_team(const std::vector<std::size_t>& crews) {
    plan_.teams.push_back(crews);
    return *this;
  }

  /// So many jobs that there is little memory for each.
  void scarce() { plan_.jobs = 1 << 30; }

  Board& board() {
    if (!board_) board_.emplace(plan_, on_result_);
    return *board_;
  }

  PlannedCase new_case() {
    TimerArgs& args = cases_.emplace_back();
    args.id = "case " + std::to_string(cases_.size());
    args.definition = {"s.yaml", static_cast<int>(cases_.size()), 3};
    return {&args, ""};
  }

  /// Takes and finishes so many cases of a crew.
  void measure(std::size_t crew, int cases, double seconds_each = 0) {
    for (int i = 0; i < cases; ++i) {
      const PlannedCase* const planned = board().next(crew);
      REQUIRE(planned != nullptr);
      board().done(crew, {planned->args, Status::ok, {}, {}, seconds_each});
    }
  }

  std::vector<CaseResult> results;

 private:
  std::deque<TimerArgs> cases_;
  MeasurePlan plan_;
  OnResult on_result_ = [this](std::size_t, CaseResult result) { results.push_back(std::move(result)); };
  std::optional<Board> board_;
};

std::exception_ptr broken(const std::string& message) {
  return std::make_exception_ptr(Error(ErrorKind::environment, message));
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/board");

TEST_CASE("every crew with cases gets a server before one gets a second") {
  Day day;
  day.add_crew(Language::cpp, 10).add_crew(Language::python, 1000).add_crew(Language::cpp, 0);
  const std::set<std::optional<std::size_t>> first = {day.board().join(), day.board().join()};
  CHECK(first == std::set<std::optional<std::size_t>>{0, 1});
  CHECK(day.board().join() == 1);
}

TEST_CASE("a further server is started only where it saves more than its start costs") {
  Day day;
  day.add_crew(Language::cpp, 10);
  CHECK(day.board().join() == 0);
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("what servers and cases really cost decides, once it is known") {
  Day day;
  day.add_crew(Language::cpp, 20);
  CHECK(day.board().join() == 0);
  day.board().note_server(0, {}, 8, 1);
  day.measure(0, 4, 1.0);
  CHECK_FALSE(day.board().join().has_value());  // four cases are too few to learn from
  day.measure(0, 1, 1.0);
  CHECK(day.board().join() == 0);  // 15 s of work against a start of 8 s
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("a crew that a server left can be joined again, as long as there are cases") {
  Day day;
  day.add_crew(Language::python, 2);
  CHECK(day.board().join() == 0);
  day.measure(0, 1);
  day.board().leave(0);
  CHECK(day.board().join() == 0);
  day.measure(0, 1);
  day.board().leave(0);
  CHECK(day.board().next(0) == nullptr);
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("the cases of a crew that failed are failed, if another crew measured something") {
  Day day;
  day.add_crew(Language::python, 3).add_crew(Language::cpp, 1);
  day.measure(0, 1);
  day.measure(1, 1);
  day.board().fail_crew(0, broken("no torch"));
  CHECK(day.board().next(0) == nullptr);
  day.board().fail_crew(0, broken("said later"));
  CHECK(day.board().finish().stable);
  REQUIRE(day.results.size() == 4);
  for (const std::size_t i : {2U, 3U}) {
    const CaseResult& result = day.results[i];
    CHECK(result.status == Status::failed);
    CHECK(result.failure->kind == "server");
    CHECK(result.failure->message == "no torch");
    CHECK(result.failure->where == to_string(result.args->definition));
  }
  CHECK(day.results[2].args != day.results[3].args);
}

TEST_CASE("if no crew measured anything, the run is impossible") {
  Day day;
  day.add_crew(Language::python, 1).add_crew(Language::cpp, 1);
  day.board().fail_crew(1, broken("no torch"));
  CHECK_THROWS_WITH_AS(day.board().finish(), "no torch", Error);
  CHECK(day.results.empty());
}

TEST_CASE("what fails the whole run ends it for all crews") {
  Day day;
  day.add_crew(Language::python, 2).add_crew(Language::cpp, 2);
  day.measure(0, 1);
  day.board().fail(broken("first"));
  day.board().fail(broken("second"));
  CHECK_FALSE(day.board().join().has_value());
  CHECK(day.board().next(0) == nullptr);
  CHECK_THROWS_WITH_AS(day.board().finish(), "first", Error);
}

TEST_CASE("servers of one crew must agree about a sentry, those of two need not") {
  Day day;
  day.add_crew(Language::python, 1).add_crew(Language::cpp, 1);
  const PlannedCase sentry = day.new_case();
  day.board().note_sentry(0, sentry, 100);
  day.board().note_sentry(1, sentry, 7);
  day.board().note_sentry(0, sentry, 100);
  day.measure(0, 1);
  SUBCASE("they do") { CHECK(day.board().finish().stable); }
  SUBCASE("they do not") {
    day.board().note_sentry(1, sentry, 8);
    const MeasureSummary summary = day.board().finish();
    CHECK_FALSE(summary.stable);
    CHECK(summary.notes == std::vector<std::string>{"sentry case 3 moved from 7 to 8"});
  }
}

TEST_CASE("what the first server of each crew found is kept") {
  Day day;
  day.add_crew(Language::python, 1).add_crew(Language::cpp, 1);
  for (const char* version : {"1.13.1", "2.0.0"}) {
    Hello hello;
    hello.torch_version = version;
    day.board().note_server(1, hello, 1, 1);
  }
  day.measure(1, 1);
  const MeasureSummary summary = day.board().finish();
  REQUIRE(summary.hellos.size() == 2);
  CHECK(summary.hellos[0].torch_version.empty());
  CHECK(summary.hellos[1].torch_version == "1.13.1");
}

TEST_CASE("teams are joined, not crews, and each has servers for all its crews") {
  Day day;
  day.add_crew(Language::python, 10).add_crew(Language::cpp, 10).add_crew(Language::python, 10);
  day.add_crew(Language::cpp, 10).add_team({0, 2}).add_team({1, 3});
  const std::set<std::optional<std::size_t>> first = {day.board().join(), day.board().join()};
  CHECK(first == std::set<std::optional<std::size_t>>{0, 1});
  CHECK(day.board().crews_of(0) == std::vector<std::size_t>{0, 2});
  CHECK(day.board().crews_of(1) == std::vector<std::size_t>{1, 3});
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("without teams each crew is one") {
  Day day;
  day.add_crew(Language::python, 1).add_crew(Language::cpp, 1);
  CHECK(day.board().crews_of(0) == std::vector<std::size_t>{0});
  CHECK(day.board().crews_of(1) == std::vector<std::size_t>{1});
}

TEST_CASE("a team goes on without a crew that failed, and is over when all have") {
  Day day;
  day.add_crew(Language::cpp, 2).add_crew(Language::cpp, 2).add_team({0, 1});
  CHECK(day.board().join() == 0);
  day.measure(1, 1);
  day.board().fail_crew(0, broken("no torch"));
  CHECK(day.board().crews_of(0) == std::vector<std::size_t>{1});
  day.board().leave(0);
  CHECK(day.board().join() == 0);  // the other crew has a case left
  day.board().fail_crew(1, broken("no torch either"));
  CHECK(day.board().crews_of(0).empty());
  day.board().leave(0);
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("a team that was left is joined again as long as one of its crews has cases") {
  Day day;
  day.add_crew(Language::cpp, 1).add_crew(Language::cpp, 2).add_team({0, 1});
  CHECK(day.board().join() == 0);
  day.measure(0, 1);
  day.measure(1, 1);
  day.board().leave(0);
  CHECK(day.board().join() == 0);
  day.measure(1, 1);
  day.board().leave(0);
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("further servers of a team must save more than the start of all its crews costs") {
  Day day;
  day.add_crew(Language::cpp, 20).add_crew(Language::cpp, 20).add_team({0, 1});
  CHECK(day.board().join() == 0);
  day.board().note_server(0, {}, 8, 1);
  day.board().note_server(1, {}, 12, 1);
  day.measure(0, 10, 1.0);
  CHECK_FALSE(day.board().join().has_value());  // 10 s of one and 3 s, guessed, of the other against 8 s and 12 s
  day.measure(1, 5, 1.0);
  CHECK(day.board().join() == 0);  // 25 s against 20 s
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("the start of a crew that failed is no cost of further servers of its team") {
  Day day;
  day.add_crew(Language::cpp, 20).add_crew(Language::cpp, 20).add_team({0, 1});
  CHECK(day.board().join() == 0);
  day.board().note_server(0, {}, 8, 1);
  day.board().note_server(1, {}, 12, 1);
  day.measure(0, 5, 1.0);
  day.board().fail_crew(1, broken("no torch"));
  CHECK(day.board().join() == 0);  // 15 s of work against the start of one server, 8 s
  CHECK_FALSE(day.board().join().has_value());
}

TEST_CASE("nobody waits for what a server needs if none will come up") {
  Day day;
  day.add_crew(Language::cpp, 100);
  day.scarce();
  day.board();
  std::vector<std::future<bool>> admitted;
  for (int thread = 1; thread < 5; ++thread)
    admitted.push_back(std::async(std::launch::async, [&day, thread] { return day.board().admit(thread); }));
  CHECK(day.board().admit(0));
  CHECK(admitted[0].wait_for(std::chrono::milliseconds(150)) == std::future_status::timeout);
  SUBCASE("the first thread could not start one") {
    day.board().fail_crew(0, broken("no torch"));
    day.board().retire(0);
    for (std::future<bool>& answer : admitted) CHECK_FALSE(answer.get());
  }
  SUBCASE("the run failed") {
    day.board().fail(broken("a full disk"));
    for (std::future<bool>& answer : admitted) CHECK_FALSE(answer.get());
  }
  SUBCASE("it is known, and there is room") {
    day.board().note_server(0, {}, 1, 1);
    for (std::future<bool>& answer : admitted) CHECK(answer.get());
  }
}

TEST_SUITE_END();
