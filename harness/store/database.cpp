// SPDX-License-Identifier: Apache-2.0
#include "harness/store/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <utility>

#include "harness/store/database_error.hpp"

namespace quern {
namespace {

// A path in a URI: '?' and '#' would end it, '%' begins an escape.
std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string())
    uri += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  return uri + "?immutable=1";
}

int flags_of(Database::Access access) {
  switch (access) {
    case Database::Access::create:
      return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case Database::Access::write:
      return SQLITE_OPEN_READWRITE;
    case Database::Access::read_only:
      return SQLITE_OPEN_READONLY;
    case Database::Access::immutable:
      break;
  }
  return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
}

}  // namespace

Database::Database(std::filesystem::path file, Access access, std::chrono::milliseconds patience)
    : file_(std::move(file)) {
  // "./" keeps SQLite from taking a file's name for one of its own, such as ":memory:".
  const std::string name = access == Access::immutable ? immutable_uri(file_)
                           : file_.is_absolute()       ? file_.string()
                                                       : "./" + file_.string();
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags_of(access) | SQLITE_OPEN_EXRESCODE, nullptr);
  if (code != SQLITE_OK) {
    const Error error = database_error(file_, code, handle_);
    sqlite3_close(handle_);
    throw error;
  }
  sqlite3_busy_timeout(handle_, static_cast<int>(patience.count()));
  // A damaged or foreign file must not lead SQLite astray: no functions in its schema, no oversized cells.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

Database::~Database() { sqlite3_close(handle_); }

Database::Database(Database&& other) noexcept
    : file_(std::move(other.file_)), handle_(std::exchange(other.handle_, nullptr)) {}

Database& Database::operator=(Database&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(handle_, other.handle_);
  return *this;
}

void Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw database_error(file_, code, handle_);
}

bool Database::try_execute(const char* sql) {
  const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  const int kind = code & 0xff;  // the rest says more of it
  if (code != SQLITE_OK && kind != SQLITE_BUSY && kind != SQLITE_LOCKED) throw database_error(file_, code, handle_);
  return code == SQLITE_OK;
}

std::int64_t Database::integer(const char* sql) const {
  SqlStatement statement(*this, sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_); }

SqlStatement::SqlStatement(const Database& database, const char* sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle_, sql, -1, &handle_, nullptr));
}

SqlStatement::~SqlStatement() { sqlite3_finalize(handle_); }

void SqlStatement::check(int code) const {
  if (code != SQLITE_OK) throw database_error(database_.file_, code, database_.handle_);
}

void SqlStatement::reset() {
  sqlite3_reset(handle_);  // its code is that of the last step, which was reported then
  sqlite3_clear_bindings(handle_);
}

bool SqlStatement::step() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(handle_);  // lets go of its read lock
    return false;
  }
  const Error error = database_error(database_.file_, code, database_.handle_);
  sqlite3_reset(handle_);
  throw error;
}

void SqlStatement::run() {
  while (step()) {
  }
}

void SqlStatement::set(int index, std::int64_t value) { check(sqlite3_bind_int64(handle_, index, value)); }

void SqlStatement::set(int index, double value) { check(sqlite3_bind_double(handle_, index, value)); }

void SqlStatement::set(int index, std::string_view value) {
  check(sqlite3_bind_text64(handle_, index, value.empty() ? "" : value.data(), value.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
}

void SqlStatement::set(int index, Bytes value) {
  check(sqlite3_bind_blob64(handle_, index, value.view.empty() ? "" : value.view.data(), value.view.size(),
                            SQLITE_TRANSIENT));
}

bool SqlStatement::is_null(int column) const { return sqlite3_column_type(handle_, column) == SQLITE_NULL; }

std::int64_t SqlStatement::integer(int column) const { return sqlite3_column_int64(handle_, column); }

double SqlStatement::real(int column) const { return sqlite3_column_double(handle_, column); }

std::string SqlStatement::text(int column) const { return std::string(view(column)); }

std::string_view SqlStatement::view(int column) const {
  const void* const data = sqlite3_column_blob(handle_, column);  // of text: its UTF-8, without a copy
  const int size = sqlite3_column_bytes(handle_, column);
  return data == nullptr ? std::string_view{}
                         : std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

std::optional<std::int64_t> SqlStatement::optional_integer(int column) const {
  return is_null(column) ? std::nullopt : std::optional(integer(column));
}

std::optional<double> SqlStatement::optional_real(int column) const {
  return is_null(column) ? std::nullopt : std::optional(real(column));
}

Transaction::Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const Error&) {  // SQLite has undone it already, as it does when the disk is full
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

Snapshot::Snapshot(const Database& database) : database_(database) { SqlStatement(database_, "BEGIN").run(); }

Snapshot::~Snapshot() {
  try {
    SqlStatement(database_, "ROLLBACK").run();
  } catch (const Error&) {  // nothing was written that could be lost
  }
}

}  // namespace quern
