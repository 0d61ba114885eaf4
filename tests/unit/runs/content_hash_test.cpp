// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/content_hash.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "harness/process/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

void put_file(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

}  // namespace

TEST_SUITE_BEGIN("harness/runs/content_hash");

TEST_CASE("the hash follows content and names, not times and Python's caches") {
  const quern::TemporaryFolder folder;
  const fs::path tree = folder.path() / "tree";
  put_file(tree / "lib/libtorch.so", "one");
  const std::string before = quern::content_of({tree}, {});
  fs::last_write_time(tree / "lib/libtorch.so", fs::file_time_type::clock::now() + std::chrono::hours(1));
  put_file(tree / "__pycache__/a.pyc", "cached");
  CHECK(quern::content_of({tree}, {}) == before);
  put_file(tree / "lib/libtorch.so", "two");  // of the same size
  const std::string changed = quern::content_of({tree}, {});
  CHECK(changed != before);
  fs::rename(tree / "lib/libtorch.so", tree / "lib/libtorch.so.1");
  CHECK(quern::content_of({tree}, {}) != changed);
}

TEST_CASE("only files that the filter lets through count, and of one folder no others") {
  const quern::TemporaryFolder folder;
  put_file(folder.path() / "a.py", "a");
  const auto is_python = [](const fs::path& file) { return file.extension() == ".py"; };
  const std::string before = quern::content_beside(folder.path(), is_python);
  put_file(folder.path() / "b.txt", "b");
  put_file(folder.path() / "below/c.py", "c");
  CHECK(quern::content_beside(folder.path(), is_python) == before);
  CHECK(quern::content_of({folder.path()}, is_python) != before);
}

TEST_CASE("a place that is not there is not the same as an empty list") {
  CHECK(quern::content_of({"/no/such/place"}, {}) != quern::content_of({}, {}));
}

TEST_SUITE_END();
