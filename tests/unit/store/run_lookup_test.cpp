// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "harness/store/run_names.hpp"
#include "harness/store/run_store.hpp"
#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;

namespace {

/// Four runs, one a day, of two commits; the third is unfinished.
struct LookupFixture : StoreFile {
  LookupFixture() {
    store.import(made_up_document(10, "2026-11-01T01:00:00Z", "aaaa111122223333444455556666777788889999"));
    store.import(made_up_document(11, "2026-11-02T01:00:00Z", "aaaa222222223333444455556666777788889999"));
    store.begin(made_up_header("2026-11-03T01:00:00Z", "aaaa222222223333444455556666777788889999"));
    store.import(made_up_document(12, "2026-10-30T01:00:00Z", "1234567822223333444455556666777788889999"));
  }

  RunStore store = write();
};

}  // namespace

TEST_SUITE_BEGIN("harness/store/run_lookup");

TEST_CASE_FIXTURE(LookupFixture, "an id, the latest and the beginning of a commit mean a run") {
  CHECK(store.find("1") == 1);
  CHECK(store.find("3") == 3);
  CHECK_FALSE(store.find("5"));
  CHECK(store.find("latest") == 2);
  CHECK(store.find("latest~1") == 1);
  CHECK(store.find("latest~2") == 4);
  CHECK(store.find("aaaa1111") == 1);
  CHECK(store.find("AAAA2222") == 2);
  CHECK(store.find("aaaa") == 2);  // finished before unfinished, new before old
  CHECK_FALSE(store.find("aaa"));
  CHECK_FALSE(store.find("bbbb"));
  CHECK(store.find("1234") == 4);  // no id, but a commit
  CHECK_FALSE(store.find(""));
  CHECK_FALSE(store.find("-1"));
  CHECK_FALSE(store.find("99999999999999999999999"));
}

TEST_CASE_FIXTURE(LookupFixture, "a name means the run that got it last, and is a series") {
  store.name(2, "main");
  store.name(1, "main");
  store.name(4, "main");
  CHECK(store.find("main") == 4);
  CHECK(store.find("main~0") == 4);
  CHECK(store.find("main~1") == 1);
  CHECK(store.find("main~2") == 2);
  CHECK_FALSE(store.find("main~3"));
  CHECK_FALSE(store.find("main~"));
  CHECK_FALSE(store.find("main~x"));
  store.name(2, "main");  // again: now it is the last
  CHECK(store.find("main") == 2);
  CHECK(store.find("main~1") == 4);
  CHECK_FALSE(store.find("main~3"));
}

TEST_CASE_FIXTURE(LookupFixture, "a name is taken from one run or from all") {
  store.name(1, "main");
  store.name(2, "main");
  store.forget_name(2, "main");
  CHECK(store.find("main") == 1);
  CHECK(thrown_by(*this, [&] { store.forget_name(2, "main"); }) ==
        "usage: run 2 has no name 'main'\n'quern runs list' shows what there is");
  store.name(2, "main");
  store.forget_name("main");
  CHECK_FALSE(store.find("main"));
  CHECK(thrown_by(*this, [&] { store.forget_name("main"); }) ==
        "usage: no run has the name 'main'\n'quern runs list' shows what there is");
}

TEST_CASE_FIXTURE(LookupFixture, "what is not there is said with what is near") {
  store.name(1, "nightly");
  const auto required = [&](const std::string& text) {
    return thrown_by(*this, [&] { static_cast<void>(store.require(text)); });
  };
  CHECK(required("nigthly") == "usage: the store has no run 'nigthly'\ndid you mean 'nightly'?");
  CHECK(required("nightly~4") == "usage: the store has no run 'nightly~4'\n'nightly' has 1 run");
  CHECK(required("lates") == "usage: the store has no run 'lates'\ndid you mean 'latest'?");
  CHECK(required("77") == "usage: the store has no run '77'\n'quern runs list' shows what there is");
  CHECK(required("'; DROP TABLE runs; --") ==
        "usage: the store has no run ''; DROP TABLE runs; --'\n'quern runs list' shows what there is");
  CHECK(store.require("nightly") == 1);
}

TEST_CASE("a name cannot be mistaken for something else") {
  for (const char* good : {"main", "v1.2", "pr/123", "a-b_c", "dead", "abcdef", "latest1", "x123"}) {
    CAPTURE(good);
    CHECK(refused_name(good).empty());
  }
  const char* const allowed = "use letters, digits, '.', '_', '/' and '-'";
  for (const char* bad : {"", "-x", "a b", "main~1", "ü", "a\n"}) CHECK(refused_name(bad) == allowed);
  CHECK(refused_name(std::string(101, 'x')) == allowed);
  CHECK(refused_name("latest") == "'latest' always is the newest run");
  CHECK(refused_name("12") == "a number is the id of a run");
  CHECK(refused_name("abcdef1") == "it reads as a commit");
  CHECK(refused_name("ABCDEF1234") == "it reads as a commit");
  CHECK(refused_name("main.json") == "it reads as a file");
}

TEST_CASE_FIXTURE(LookupFixture, "a bad name is refused with the reason") {
  CHECK(thrown_by(*this, [&] { store.name(1, "12"); }) ==
        "usage: '12' cannot be the name of a run\na number is the id of a run");
}

TEST_SUITE_END();
