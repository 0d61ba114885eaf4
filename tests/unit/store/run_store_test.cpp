// SPDX-License-Identifier: Apache-2.0
#include "harness/store/run_store.hpp"

#include <doctest/doctest.h>

#include "harness/store/machine_key.hpp"
#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;

namespace {

std::string printed(const Json& document) { return document.dump(2) + "\n"; }

/// What comes back of a document that is put into a store and read by another process's eyes.
std::string stored(const StoreFile& store, const Json& document) {
  const std::int64_t run = store.write().import(document);
  return printed(store.read().document(run));
}

}  // namespace

TEST_SUITE_BEGIN("harness/store/run_store");

TEST_CASE_FIXTURE(StoreFile, "a document comes back byte for byte") {
  Json document = made_up_document(5236);
  document["cases"].push_back(made_up_failure("broken", "failed"));
  document["cases"].push_back(made_up_failure("too new", "skipped"));
  CHECK(stored(*this, document) == printed(document));
}

TEST_CASE_FIXTURE(StoreFile, "fields that nobody knows stay where they were") {
  Json document = {{"later", {1, {{"b", 1}, {"a", 2}}}}};
  document.update(made_up_document(7));
  document["behind"] = "ü \x01 \"";
  document["environment"]["zzz"] = {{"y", 1}, {"x", nullptr}};
  Json& result = document["cases"][0];
  result["functions"] = {{"iterations", 3}, {"counts", Json::array({{{"name", "f()"}, {"self", 3}, {"odd", 1}}})}};
  result["unknown"] = {{"deep", {{"er", Json::array()}}}};
  CHECK(stored(*this, document) == printed(document));
}

TEST_CASE_FIXTURE(StoreFile, "odd numbers keep every bit and the way they are written") {
  for (const char* number :
       {"0.1", "0", "1", "1.0", "-0.0", "5e-324", "1.7976931348623157e+308", "18446744073709551615",
        "-9223372036854775808", "0.30000000000000004", "null", "\"text\"", "[]", "1e-7"}) {
    CAPTURE(number);
    Json document = made_up_document(7);
    for (const char* key : {"duration_s", "instructions", "spread", "new"})
      document["cases"][0][key] = Json::parse(number);
    document["duration_s"] = Json::parse(number);
    CHECK(stored(*this, document) == printed(document));
  }
}

TEST_CASE_FIXTURE(StoreFile, "odd shapes come back too") {
  for (const char* functions : {"null", "[]", "{}", "1"}) {
    Json document = made_up_document(7);
    document["cases"][0]["functions"] = Json::parse(functions);
    document["environment"] = Json::parse(functions);
    CHECK(stored(*this, document) == printed(document));
  }
  Json without = made_up_document(7);
  without["cases"][0].erase("duration_s");
  without.erase("environment");
  CHECK(stored(*this, without) == printed(without));
}

TEST_CASE_FIXTURE(StoreFile, "a run that is measured is the same document in the end") {
  RunStore store = write();
  const Json header = made_up_header();
  Json begun = header;
  begun["duration_s"] = 0.0;
  begun["environment"] = Json{{"name", "default"}};
  const std::int64_t run = store.begin(begun);
  store.add_case(run, 1, made_up_case("sub", 20));
  store.add_case(run, 0, made_up_case("add", 10));
  store.finish(run, header);
  Json expected = header;
  expected["cases"] = {made_up_case("add", 10), made_up_case("sub", 20)};
  CHECK(printed(read().document(run)) == printed(expected));
  CHECK(store.import(expected) == run);
}

TEST_CASE_FIXTURE(StoreFile, "a run that was not finished shows what there is, as interrupted") {
  const std::int64_t run = write().begin(made_up_header());
  write().add_case(run, 3, made_up_case("add", 10));
  write().add_case(run, 4, made_up_failure("broken", "failed"));
  Json expected = made_up_header();
  expected["interrupted"] = true;
  expected["cases"] = {made_up_case("add", 10), made_up_failure("broken", "failed")};
  CHECK(printed(read().document(run)) == printed(expected));
  const RunSummary summary = read().summary(run);
  CHECK_FALSE(summary.finished);
  CHECK(summary.ok == 1);
  CHECK(summary.failed == 1);
  CHECK_FALSE(read().find("latest"));
}

TEST_CASE_FIXTURE(StoreFile, "the same position again replaces the case, and nothing of the old one stays") {
  RunStore store = write();
  const std::int64_t run = store.begin(made_up_header());
  store.add_case(run, 0, made_up_case("add", 10));
  store.add_case(run, 0, made_up_case("add", 11));
  store.finish(run, made_up_header());
  CHECK(store.document(run)["cases"] == Json::array({made_up_case("add", 11)}));
  CHECK(value("SELECT count(*) FROM texts") == "3");  // header, environment, case
}

TEST_CASE_FIXTURE(StoreFile, "a further case opens a finished run again") {
  RunStore store = write();
  const std::int64_t run = store.import(made_up_document(10));
  store.add_case(run, 1, made_up_case("sub", 20));
  CHECK_FALSE(store.summary(run).finished);
  store.finish(run, made_up_header());
  CHECK(store.summary(run).finished);
  CHECK(store.summary(run).ok == 2);
}

TEST_CASE_FIXTURE(StoreFile, "the same document is not stored twice, a similar one is") {
  RunStore store = write();
  const Imported first = store.import_once(made_up_document(10));
  const Imported again = store.import_once(made_up_document(10));
  CHECK(first.is_new);
  CHECK_FALSE(again.is_new);
  CHECK(again.run == first.run);
  Json slower = made_up_document(10);
  slower["cases"][0]["duration_s"] = 0.5;
  CHECK(store.import_once(slower).is_new);
  CHECK(store.import_once(made_up_document(11)).is_new);
  CHECK(store.list(100).size() == 3);
}

TEST_CASE_FIXTURE(StoreFile, "a document with two results of one case is not stored") {
  Json document = made_up_header();
  document["cases"] = {made_up_case("x", 1), made_up_case("y", 2), made_up_case("x", 3)};
  CHECK_THROWS_AS(static_cast<void>(write().import(document)), Error);
  CHECK(read().list(10).empty());
}

TEST_CASE_FIXTURE(StoreFile, "what repeats is stored once") {
  RunStore store = write();
  for (int i = 0; i < 5; ++i) store.import(made_up_document(10, "2026-11-16T01:00:0" + std::to_string(i) + "Z"));
  CHECK(value("SELECT count(*) FROM texts") == "7");  // five headers, an environment, a case
}

TEST_CASE_FIXTURE(StoreFile, "a text that is not what its hash says is damaged") {
  write().import(made_up_document(10));
  sql("UPDATE texts SET hash = (SELECT hash FROM texts WHERE id = 1)");
  CHECK(thrown_by(*this, [&] { static_cast<void>(read().document(1)); }) ==
        "environment: the store '@/runs.sqlite' is damaged, or no store of quern\n"
        "move it away; 'quern runs import' fills a new one from exported runs");
}

TEST_CASE_FIXTURE(StoreFile, "a run that is not there is said so") {
  RunStore store = write();
  const std::string expected = "usage: the store has no run 7\n'quern runs list' shows what it has";
  CHECK(thrown_by(*this, [&] { static_cast<void>(store.document(7)); }) == expected);
  CHECK(thrown_by(*this, [&] { store.add_case(7, 0, made_up_case("add", 1)); }) == expected);
  CHECK(thrown_by(*this, [&] { store.finish(7, made_up_header()); }) == expected);
  CHECK(thrown_by(*this, [&] { store.remove({7}); }) == expected);
  CHECK(thrown_by(*this, [&] { store.name(7, "main"); }) == expected);
  CHECK(thrown_by(*this, [&] { static_cast<void>(store.summary(7)); }) == expected);
  CHECK(store.list(10).empty());
}

TEST_CASE_FIXTURE(StoreFile, "the list is newest first, with what each run is") {
  RunStore store = write();
  Json second = made_up_document(10, "2026-11-17T01:00:00Z", "abcdef0123");
  second["stable"] = false;
  second["interrupted"] = true;
  second["cases"].push_back(made_up_failure("x", "failed"));
  second["cases"].push_back(made_up_failure("y", "skipped"));
  store.import(second);
  store.import(made_up_document(10, "2026-11-16T01:00:00Z"));
  store.import(made_up_document(10, "2026-11-18T01:00:00Z"));
  store.name(1, "b");
  store.name(1, "a");
  const std::vector<RunSummary> runs = read().list(2);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].id == 3);
  CHECK(runs[0].started == "2026-11-18T01:00:00Z");
  CHECK(runs[0].commit.empty());
  CHECK(runs[1].id == 1);
  CHECK(runs[1].names == std::vector<std::string>{"b", "a"});
  CHECK(runs[1].commit == "abcdef0123");
  CHECK(runs[1].environment == "default");
  CHECK(runs[1].torch_version == "1.13.1");
  CHECK(runs[1].duration_s == 61.25);
  CHECK((runs[1].ok == 1 && runs[1].failed == 1 && runs[1].skipped == 1));
  CHECK_FALSE(runs[1].stable);
  CHECK(runs[1].interrupted);
  CHECK(runs[1].finished);
}

TEST_CASE("the machine is what the counts of a language are made with, and not LibTorch") {
  const Json environment = made_up_header()["environment"];
  const auto key = [](const Json& of, const char* id) { return machine_of(machine_keys(of), id); };
  const char* const cpp = "x:eager:forward:cpp:t1";
  const char* const python = "python:eager:forward:python:t2";
  CHECK(key(environment, cpp).size() == 12);
  CHECK(key(environment, cpp) != key(environment, python));
  const auto changed = [&](const char* field, const Json& value, const char* id) {
    Json other = environment;
    other[field] = value;
    return key(other, id) != key(environment, id);
  };
  for (const char* same : {"name", "source", "torch_version", "torch_git", "build"})
    for (const char* id : {cpp, python}) CHECK_FALSE(changed(same, "other", id));
  for (const char* other : {"compiler", "valgrind", "glibc", "guest_cpu", "allocator"})
    for (const char* id : {cpp, python}) CHECK(changed(other, "other", id));
  CHECK(changed("flags", "-O3", cpp));
  CHECK_FALSE(changed("flags", "-O3", python));
  CHECK(changed("python", "3.12", python));
  CHECK_FALSE(changed("python", "3.12", cpp));
  CHECK(changed("pinned", {{"PYTHONHASHSEED", "1"}}, python));
  CHECK_FALSE(changed("pinned", {{"PYTHONHASHSEED", "1"}}, cpp));
  CHECK(changed("pinned", {{"MKL_CBWR", "AVX"}}, cpp));
}

TEST_CASE("a run that an earlier quern stored has one machine for both languages") {
  CHECK(machine_of("0123456789ab", "x:eager:forward:python:t1") == "0123456789ab");
  CHECK(machine_of("0123456789ab", "x:eager:forward:cpp:t1") == "0123456789ab");
}

TEST_SUITE_END();
