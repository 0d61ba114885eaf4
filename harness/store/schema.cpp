// SPDX-License-Identifier: Apache-2.0
#include "harness/store/schema.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "harness/store/database_error.hpp"

namespace quern {
namespace {

constexpr std::int64_t kApplication = 0x5155524e;  // "QURN", where SQLite and `file` look for the kind of a database

// Texts that repeat between runs are in `texts`, once. What is asked for often has a column of its own.
// Ids of runs are never given again: AUTOINCREMENT.
constexpr const char* kFirst = R"sql(
CREATE TABLE texts (
  id INTEGER PRIMARY KEY,
  hash INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE INDEX texts_by_hash ON texts (hash);

CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started TEXT NOT NULL,
  git_commit TEXT NOT NULL,
  environment_name TEXT NOT NULL,
  torch_version TEXT NOT NULL,
  machine TEXT NOT NULL,
  duration_s REAL NOT NULL,
  stable INTEGER NOT NULL,
  interrupted INTEGER NOT NULL,
  finished INTEGER NOT NULL DEFAULT 0,
  ok INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  identity INTEGER,
  header INTEGER NOT NULL REFERENCES texts,
  environment INTEGER REFERENCES texts
) STRICT;
CREATE INDEX runs_by_time ON runs (started, id);
CREATE INDEX runs_by_identity ON runs (identity);
CREATE INDEX runs_by_header ON runs (header);
CREATE INDEX runs_by_environment ON runs (environment);

CREATE TABLE names (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  UNIQUE (name, run)
) STRICT;
CREATE INDEX names_by_run ON names (run);

CREATE TABLE cases (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  definition_hash TEXT NOT NULL,
  UNIQUE (name, definition_hash)
) STRICT;

CREATE TABLE results (
  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
  position INTEGER NOT NULL,
  case_id INTEGER NOT NULL REFERENCES cases,
  status TEXT NOT NULL,
  verdict TEXT,
  instructions REAL,
  spread REAL,
  duration_s REAL,
  body INTEGER NOT NULL REFERENCES texts,
  functions INTEGER REFERENCES texts,
  PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_case ON results (case_id, run, status, verdict, instructions, spread);
CREATE INDEX results_by_body ON results (body);
CREATE INDEX results_by_functions ON results (functions) WHERE functions IS NOT NULL;
)sql";

constexpr std::array<const char*, 1> kMigrations = {kFirst};

std::size_t version_of(const Database& database) {
  return static_cast<std::size_t>(database.integer("PRAGMA user_version"));
}

[[noreturn]] void refuse_newer(const Database& database, std::size_t version, std::size_t known) {
  throw Error(ErrorKind::environment,
              fmt::format("the store '{}' was written by a newer quern: its version is {}, this quern knows {}",
                          database.file().string(), version, known),
              "use that quern, or choose another with --store FILE");
}

}  // namespace

Migrations store_migrations() { return kMigrations; }

StoreState store_state(const Database& database, Migrations migrations) {
  const Snapshot snapshot(database);  // all marks at one moment: another process may be making the store
  const std::int64_t application = database.integer("PRAGMA application_id");
  const std::size_t version = version_of(database);
  if (application == 0 && version == 0 && database.integer("SELECT count(*) FROM sqlite_schema") == 0)
    return StoreState::empty;
  if (application != kApplication)
    throw Error(ErrorKind::environment, fmt::format("'{}' is a database of another program", database.file().string()),
                "choose another with --store FILE");
  if (version > migrations.size()) refuse_newer(database, version, migrations.size());
  return version == migrations.size() ? StoreState::current : StoreState::older;
}

void migrate(Database& database, Migrations migrations) {
  while (store_state(database, migrations) != StoreState::current) {
    Transaction transaction(database);
    const std::size_t version = version_of(database);  // again: another process may have come first
    if (version >= migrations.size()) continue;
    database.execute(migrations[version]);
    // PRAGMA takes no parameters; these are numbers of ours.
    database.execute(fmt::format("PRAGMA user_version = {}", version + 1).c_str());
    database.execute(fmt::format("PRAGMA application_id = {}", kApplication).c_str());
    transaction.commit();
  }
}

}  // namespace quern
