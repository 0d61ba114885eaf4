// SPDX-License-Identifier: Apache-2.0
#include "harness/store/database_error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace quern {
namespace {

constexpr const char* kAnother = "choose another with --store FILE";

Error store_error(const std::filesystem::path& file, const std::string& what, const std::string& hint = {}) {
  return Error(ErrorKind::environment, fmt::format("the store '{}' {}", file.string(), what), hint);
}

// What the system said, if SQLite asked it; else what SQLite says.
std::string reason(int code, sqlite3* handle) {
  const int system = handle == nullptr ? 0 : sqlite3_system_errno(handle);
  return system != 0 ? std::generic_category().message(system) : sqlite3_errstr(code);
}

}  // namespace

Error damaged(const std::filesystem::path& file) {
  return store_error(file, "is damaged, or no store of quern",
                     "move it away; 'quern runs import' fills a new one from exported runs");
}

Error database_error(const std::filesystem::path& file, int code, sqlite3* handle) {
  const bool no_space = handle != nullptr && sqlite3_system_errno(handle) == ENOSPC;
  switch (no_space ? SQLITE_FULL : code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_error(file, "is in use by another program", "try again when that is done");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged(file);
    case SQLITE_FULL:
      return store_error(file, "cannot grow: the disk is full", "'quern runs prune' makes room in it");
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return store_error(file, "cannot be written", kAnother);
    case SQLITE_CANTOPEN:
      return store_error(file, fmt::format("cannot be opened: {}", reason(code, handle)), kAnother);
    case SQLITE_IOERR:
      return store_error(file, fmt::format("cannot be used: {}", reason(code, handle)), kAnother);
    default:
      return store_error(
          file, fmt::format("cannot be used: {}", handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle)));
  }
}

}  // namespace quern
