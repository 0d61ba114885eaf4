// SPDX-License-Identifier: Apache-2.0
#include "harness/store/schema.hpp"

#include <doctest/doctest.h>

#include <array>

#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;

namespace {

constexpr std::chrono::milliseconds kPatience(1000);

struct SchemaFixture : StoreFile {
  [[nodiscard]] Database open() const { return Database(file, Database::Access::create, kPatience); }

  /// The migrations of this quern, and a further one.
  static std::vector<const char*> with(const char* next) {
    std::vector<const char*> list(store_migrations().begin(), store_migrations().end());
    list.push_back(next);
    return list;
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/store/schema");

TEST_CASE_FIXTURE(SchemaFixture, "a file is empty, then a store of this version") {
  Database database = open();
  CHECK(store_state(database, store_migrations()) == StoreState::empty);
  migrate(database, store_migrations());
  CHECK(store_state(database, store_migrations()) == StoreState::current);
  CHECK(value("PRAGMA user_version") == std::to_string(store_migrations().size()));
}

TEST_CASE_FIXTURE(SchemaFixture, "an older store is brought up to date with all that it holds") {
  const std::int64_t run = write().import(made_up_document(10));
  const std::vector<const char*> newer = with("ALTER TABLE runs ADD COLUMN color TEXT; UPDATE runs SET color = 'red'");
  {
    Database database = open();
    CHECK(store_state(database, newer) == StoreState::older);
    migrate(database, newer);
    CHECK(store_state(database, newer) == StoreState::current);
    migrate(database, newer);  // nothing is left to do
  }
  CHECK(value("SELECT color FROM runs") == "red");
  sql("PRAGMA user_version = 1");  // as this quern sees it
  CHECK(read().document(run) == made_up_document(10));
}

TEST_CASE_FIXTURE(SchemaFixture, "a migration that fails leaves the store as it was") {
  write().import(made_up_document(10));
  const std::vector<const char*> newer = with("CREATE TABLE half (x); INSERT INTO no_such_table VALUES (1)");
  {
    Database database = open();
    CHECK_THROWS_AS(migrate(database, newer), Error);
  }
  CHECK(value("PRAGMA user_version") == std::to_string(store_migrations().size()));
  CHECK(value("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == "0");
  CHECK(read().list(10).size() == 1);
}

TEST_SUITE_END();
