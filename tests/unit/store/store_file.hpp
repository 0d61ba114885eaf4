// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <doctest/doctest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"
#include "harness/store/run_store.hpp"
#include "tests/unit/store/made_up_document.hpp"

namespace quern::test {

/// In memory if possible: a store waits for the disk with every write, and there are thousands.
inline std::filesystem::path quick_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

/// A place for a store, in a folder of its own.
struct StoreFile {
  [[nodiscard]] RunStore write() const { return RunStore(file, RunStore::Mode::write); }
  [[nodiscard]] RunStore read() const { return RunStore(file, RunStore::Mode::read); }

  /// Behind the store's back.
  void sql(const char* text) const { sql(file, text); }
  static void sql(const std::filesystem::path& file, const char* text) {
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
    const int code = sqlite3_exec(handle, text, nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    REQUIRE(code == SQLITE_OK);
  }

  /// The first value of a query, behind the store's back.
  [[nodiscard]] std::string value(const char* text) const {
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
    std::string found;
    const auto keep = [](void* to, int, char** values, char**) {
      *static_cast<std::string*>(to) = values[0] == nullptr ? "NULL" : values[0];
      return 0;
    };
    const int code = sqlite3_exec(handle, text, keep, &found, nullptr);
    sqlite3_close(handle);
    REQUIRE(code == SQLITE_OK);
    return found;
  }

  TemporaryFolder folder{quick_folder()};
  std::filesystem::path file = folder.path() / "runs.sqlite";
};

/// Kind, message and hint of what `action` throws, with the folder's path as `@`.
template <typename Action>
std::string thrown_by(const StoreFile& store, const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    std::string text = std::string(error.kind() == ErrorKind::usage ? "usage" : "environment") + ": " + error.what();
    if (!error.hint().empty()) text += "\n" + error.hint();
    const std::string folder = store.folder.path().string();
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.replace(at, folder.size(), "@");
    return text;
  }
  return "nothing";
}

}  // namespace quern::test
