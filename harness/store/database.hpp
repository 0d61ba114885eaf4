// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace quern {

/// Bytes, where text would be a string of characters.
struct Bytes {
  std::string_view view;
};

/// An open SQLite file. Everything that goes wrong with it is an Error(environment) with the file's path, the reason
/// and what to do. For one thread at a time.
class Database {
 public:
  enum class Access { create, write, read_only, immutable };

  /// `patience`: how long to wait for another process that has locked the file.
  Database(std::filesystem::path file, Access access, std::chrono::milliseconds patience);
  ~Database();
  Database(Database&& other) noexcept;
  Database& operator=(Database&& other) noexcept;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Statements without parameters and without results of interest.
  void execute(const char* sql);
  /// The same; false if another process has locked the file.
  bool try_execute(const char* sql);
  /// The first column of the first row, of a statement without parameters.
  [[nodiscard]] std::int64_t integer(const char* sql) const;
  [[nodiscard]] std::int64_t last_id() const;
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  friend class SqlStatement;
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement. `bind` starts it anew; its parameters are copied.
class SqlStatement {
 public:
  SqlStatement(const Database& database, const char* sql);
  ~SqlStatement();
  SqlStatement(const SqlStatement&) = delete;
  SqlStatement& operator=(const SqlStatement&) = delete;

  template <typename... Values>
  SqlStatement& bind(const Values&... values) {
    reset();
    int index = 0;
    (set(++index, values), ...);
    return *this;
  }

  /// Whether there is a further row.
  bool step();
  /// To its end.
  void run();

  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  /// Valid until the next step.
  [[nodiscard]] std::string_view view(int column) const;
  [[nodiscard]] std::optional<std::int64_t> optional_integer(int column) const;
  [[nodiscard]] std::optional<double> optional_real(int column) const;

 private:
  void reset();
  void set(int index, std::int64_t value);
  void set(int index, bool value) { set(index, std::int64_t{value}); }
  void set(int index, std::size_t value) { set(index, static_cast<std::int64_t>(value)); }
  void set(int index, double value);
  void set(int index, std::string_view value);
  void set(int index, const std::string& value) { set(index, std::string_view(value)); }
  void set(int index, const char* value) { set(index, std::string_view(value)); }
  void set(int index, Bytes value);
  template <typename Value>
  void set(int index, const std::optional<Value>& value) {
    if (value) set(index, *value);  // else NULL, as every parameter is after a reset
  }
  void check(int code) const;

  const Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

/// All or nothing: what is not committed when it goes is undone. Writers take turns from its beginning.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

/// One state of the file for several queries, whatever others write meanwhile.
class Snapshot {
 public:
  explicit Snapshot(const Database& database);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  const Database& database_;
};

}  // namespace quern
