// SPDX-License-Identifier: Apache-2.0
#include "harness/store/open_store.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>
#include <thread>

#include "harness/store/database_error.hpp"
#include "harness/store/schema.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Access = Database::Access;

fs::path log_of(const fs::path& file) { return file.string() + "-wal"; }

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

bool is_writable(const fs::path& path) { return access(path.c_str(), W_OK) == 0; }

bool has_content(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  return !error && size > 0;
}

Error no_store(const fs::path& file) {
  return Error(ErrorKind::usage, fmt::format("there is no store at '{}'", file.string()),
               "'quern run --save NAME' makes one, and 'quern runs import FILE'");
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw Error(ErrorKind::environment,
                fmt::format("cannot make the folder '{}' of the store: {}", folder.string(), error.message()),
                "choose another store with --store FILE");
}

// On a disk that cannot be written, SQLite cannot share its log with other processes: it may leave it out only where
// nobody writes and nothing waits in it.
Database open_unwritable(const fs::path& file, std::chrono::milliseconds patience) {
  if (!has_content(log_of(file))) return Database(file, Access::immutable, patience);
  try {
    Database database(file, Access::read_only, patience);
    static_cast<void>(database.integer("PRAGMA user_version"));
    return database;
  } catch (const Error&) {
    throw Error(ErrorKind::environment,
                fmt::format("the store '{}' was not closed, and its folder cannot be written", file.string()),
                fmt::format("copy it together with '{}' to where you can write", log_of(file).string()));
  }
}

// Where it can be written it is opened so, though nothing is: only then SQLite can tidy up after a process that was
// killed, and leaves no files of its own behind.
Database open_existing(const fs::path& file, std::chrono::milliseconds patience) {
  if (!is_writable(file) || !is_writable(folder_of(file))) return open_unwritable(file, patience);
  return Database(file, Access::write, patience);
}

// SQLite does not always wait here: processes that make a store at the same time get into each other's way.
void use_log(Database& database, std::chrono::milliseconds patience) {
  constexpr const char* kUseLog = "PRAGMA journal_mode = WAL";
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!database.try_execute(kUseLog)) {
    if (std::chrono::steady_clock::now() >= end) database.execute(kUseLog);  // says why
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

Database open_to_write(const fs::path& file, std::chrono::milliseconds patience) {
  make_folder(folder_of(file));
  Database database(file, Access::create, patience);
  if (store_state(database, store_migrations()) == StoreState::empty)
    database.execute("PRAGMA auto_vacuum = INCREMENTAL");  // takes effect only before there is anything
  use_log(database, patience);
  database.execute("PRAGMA synchronous = FULL");  // what was acknowledged outlives a loss of power too
  migrate(database, store_migrations());
  database.execute("PRAGMA foreign_keys = ON");
  return database;
}

Database open_to_read(const fs::path& file, std::chrono::milliseconds patience) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) throw no_store(file);
  Database database = open_existing(file, patience);
  const StoreState state = store_state(database, store_migrations());
  if (state == StoreState::empty) throw no_store(file);
  if (state == StoreState::older) migrate(database, store_migrations());
  database.execute("PRAGMA query_only = ON");
  return database;
}

}  // namespace quern
