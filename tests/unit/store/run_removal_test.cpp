// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "harness/store/run_store.hpp"
#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;

namespace {

using Ids = std::vector<std::int64_t>;

std::string date_of(int number) { return fmt::format("2026-11-{:02}T01:00:00Z", number); }

PruneRule keep(std::size_t count) {
  PruneRule rule;
  rule.keep = count;
  rule.alive_since = date_of(1);
  return rule;
}

PruneRule before(const std::string& time) {
  PruneRule rule;
  rule.before = time;
  rule.alive_since = date_of(1);
  return rule;
}

/// Seven runs, one a day.
struct RemovalFixture : StoreFile {
  RemovalFixture() {
    for (int i = 1; i <= 7; ++i) store.import(made_up_document(i, date_of(i)));
  }
  RunStore store = write();
};

}  // namespace

TEST_SUITE_BEGIN("harness/store/run_removal");

TEST_CASE_FIXTURE(RemovalFixture, "what only a removed run had goes with it") {
  store.name(2, "main");
  store.remove({2, 3, 4, 5, 6, 7});
  CHECK(store.list(10).size() == 1);
  CHECK_FALSE(store.find("main"));
  CHECK(value("SELECT count(*) FROM texts") == "3");
  CHECK(value("SELECT count(*) FROM results") == "1");
  CHECK(value("PRAGMA integrity_check") == "ok");
  CHECK(value("PRAGMA foreign_key_check") == "");
  store.remove({1});
  CHECK(value("SELECT (SELECT count(*) FROM texts) + (SELECT count(*) FROM cases)") == "0");
  CHECK(store.import(made_up_document(1)) == 8);  // an id is never given again
}

TEST_CASE_FIXTURE(RemovalFixture, "if one of several is not there, none goes") {
  CHECK_THROWS_AS(store.remove({1, 99}), Error);
  CHECK(store.list(10).size() == 7);
}

TEST_CASE_FIXTURE(RemovalFixture, "the newest of each name stay, and the newest without one") {
  for (const int run : {5, 1, 2}) store.name(run, "main");
  for (const int run : {1, 5}) store.name(run, "other");
  CHECK(store.prunable(keep(1)) == Ids{1, 3, 4, 6});  // of main stays 2, of other 5, without a name 7
  CHECK(store.prunable(keep(2)) == Ids{3, 4});
  CHECK(store.prunable(keep(0)) == Ids{1, 3, 4, 6, 7});  // the last of a name never goes
  CHECK(store.prunable(keep(9)).empty());
}

TEST_CASE_FIXTURE(RemovalFixture, "what is old goes, but not the last of a name") {
  store.name(1, "release");
  store.name(2, "main");
  store.name(6, "main");
  CHECK(store.prunable(before(date_of(4))) == Ids{2, 3});
  CHECK(store.prunable(before(date_of(30))) == Ids{2, 3, 4, 5, 7});
  CHECK(store.prunable(before(date_of(1))).empty());
}

TEST_CASE_FIXTURE(RemovalFixture, "an unfinished run stays while it may be measured, and pushes out no other") {
  store.begin(made_up_header(date_of(8)));
  PruneRule rule = keep(1);
  rule.alive_since = date_of(8);
  CHECK(store.prunable(rule) == Ids{1, 2, 3, 4, 5, 6});
  rule.alive_since = date_of(9);
  CHECK(store.prunable(rule) == Ids{1, 2, 3, 4, 5, 6, 8});
}

TEST_CASE_FIXTURE(StoreFile, "space is given back") {
  RunStore store = write();
  for (int run = 0; run < 20; ++run) {
    Json document = made_up_header(fmt::format("2026-11-16T01:00:{:02}Z", run));
    for (int i = 0; i < 100; ++i) document["cases"].push_back(made_up_case(fmt::format("c{}", i), run * 1000 + i));
    store.import(document);
  }
  store.shrink();
  const std::uintmax_t full = std::filesystem::file_size(file);
  Ids all;
  for (const RunSummary& run : store.list(100)) all.push_back(run.id);
  store.remove(all);
  const std::uintmax_t freed = store.shrink();
  const std::uintmax_t empty = std::filesystem::file_size(file);
  CHECK(full > 300'000);
  CHECK(empty < 150'000);
  CHECK(freed == full - empty);
}

TEST_SUITE_END();
