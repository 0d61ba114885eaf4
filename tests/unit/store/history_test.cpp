// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "harness/store/machine_key.hpp"
#include "harness/store/run_store.hpp"
#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;

namespace {

std::string day(int number) { return fmt::format("2026-11-{:02}T01:00:00Z", number); }

std::vector<double> counts(const History& history, const std::string& id = kAdd) {
  std::vector<double> values;
  if (const auto found = history.find(id); found != history.end())
    for (const HistoryPoint& point : found->second) values.push_back(point.instructions);
  return values;
}

HistoryQuery of_name(const std::string& name, std::optional<std::int64_t> up_to = {}) {
  HistoryQuery query;
  query.name = name;
  query.up_to = up_to;
  return query;
}

using Counts = std::vector<double>;

}  // namespace

TEST_SUITE_BEGIN("harness/store/history");

TEST_CASE_FIXTURE(StoreFile, "a point holds what its run and its case say") {
  Json document = made_up_document(10, day(1), "abcd");
  document["cases"][0]["spread"] = 2.5;
  document["cases"][0]["verdict"] = "jitter";
  write().import(document);
  const History history = read().history({});
  REQUIRE(history.size() == 1);
  REQUIRE(history.at(kAdd).size() == 1);
  const HistoryPoint& point = history.at(kAdd)[0];
  CHECK(point.run == 1);
  CHECK(point.started == day(1));
  CHECK(point.commit == "abcd");
  CHECK(point.torch_version == "1.13.1");
  CHECK(point.machine == machine_of(machine_keys(document["environment"]), "x:eager:forward:cpp:t1"));
  CHECK(point.definition_hash == "0123456789abcdef0123456789abcdef");
  CHECK(point.verdict == "jitter");
  CHECK(point.instructions == 10);
  CHECK(point.spread == 2.5);
}

TEST_CASE_FIXTURE(StoreFile, "points are in the order of time, whenever they were stored") {
  RunStore store = write();
  for (const int number : {3, 1, 4, 2}) store.import(made_up_document(number, day(number)));
  CHECK(counts(store.history({})) == Counts{1, 2, 3, 4});
  HistoryQuery last;
  last.most = 2;
  CHECK(counts(store.history(last)) == Counts{3, 4});
  HistoryQuery up_to;
  up_to.up_to = 1;  // the one of the third day
  CHECK(counts(store.history(up_to)) == Counts{1, 2, 3});
  up_to.most = 1;
  CHECK(counts(store.history(up_to)) == Counts{3});
}

TEST_CASE_FIXTURE(StoreFile, "a name's runs are in the order they got it") {
  RunStore store = write();
  for (const int number : {1, 2, 3, 4}) store.import(made_up_document(number, day(number)));
  for (const int run : {3, 1, 4}) store.name(run, "main");
  CHECK(counts(store.history(of_name("main"))) == Counts{3, 1, 4});
  CHECK(counts(store.history(of_name("main", 1))) == Counts{3, 1});
  CHECK(counts(store.history(of_name("main", 2))) == Counts{1});  // not of that name: by time
  CHECK(store.history(of_name("other")).empty());
}

TEST_CASE_FIXTURE(StoreFile, "unfinished and unstable runs prove nothing, nor do cases that were not measured") {
  RunStore store = write();
  store.import(made_up_document(1, day(1)));
  Json unstable = made_up_document(2, day(2));
  unstable["stable"] = false;
  store.import(unstable);
  store.add_case(store.begin(made_up_header(day(3))), 0, made_up_case("add", 3));
  Json failed = made_up_header(day(4));
  failed["cases"].push_back(made_up_failure("add", "failed"));
  store.import(failed);
  Json interrupted = made_up_document(5, day(5));
  interrupted["interrupted"] = true;  // what it has was measured as well as any
  store.import(interrupted);
  CHECK(counts(store.history({})) == Counts{1, 5});
}

TEST_CASE_FIXTURE(StoreFile, "a case goes on when its definition changes") {
  RunStore store = write();
  for (const int number : {1, 2, 3, 4}) {
    Json document = made_up_document(number, day(number));
    document["cases"][0]["definition_hash"] = number % 2 == 0 ? "even" : "odd";
    store.import(document);
  }
  const History history = store.history({});
  CHECK(counts(history) == Counts{1, 2, 3, 4});
  CHECK(history.at(kAdd)[1].definition_hash == "even");
  CHECK(history.at(kAdd)[2].definition_hash == "odd");
  CHECK(store.case_ids() == std::vector<std::string>{kAdd});
}

TEST_CASE_FIXTURE(StoreFile, "only the cases that are asked for") {
  RunStore store = write();
  Json document = made_up_document(1);
  document["cases"].push_back(made_up_case("sub", 2));
  document["cases"].push_back(made_up_case("mul", 3));
  store.import(document);
  HistoryQuery query;
  query.ids = {"mul:eager:forward:cpp:t1", "none", kAdd, kAdd};
  const History history = store.history(query);
  CHECK(history.size() == 2);
  CHECK(counts(history) == Counts{1});
  CHECK(counts(history, "mul:eager:forward:cpp:t1") == Counts{3});
}

TEST_CASE_FIXTURE(StoreFile, "durations are those of the last run that measured a case") {
  RunStore store = write();
  const auto add = [&](const char* status, double seconds) {
    Json result = made_up_case("add", 1);
    result["status"] = status;
    result["duration_s"] = seconds;
    result["definition_hash"] = status;
    store.add_case(store.begin(made_up_header()), 0, result);
  };
  CHECK(store.durations().empty());
  add("failed", 4);
  add("ok", 2);
  add("skipped", 0);
  CHECK(store.durations() == std::map<std::string, double>{{kAdd, 2}});
  add("failed", 3);
  CHECK(store.durations() == std::map<std::string, double>{{kAdd, 3}});
}

TEST_SUITE_END();
