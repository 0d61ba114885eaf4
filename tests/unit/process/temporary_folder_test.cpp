// SPDX-License-Identifier: Apache-2.0
#include "harness/process/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>

using namespace quern;

namespace fs = std::filesystem;

TEST_SUITE_BEGIN("harness/process/temporary_folder");

TEST_CASE("a folder is private, and goes with all that is in it") {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    CHECK((fs::status(path).permissions() & fs::perms::others_all) == fs::perms::none);
    CHECK((fs::status(path).permissions() & fs::perms::group_all) == fs::perms::none);
    fs::create_directories(path / "a/b");
    std::ofstream(path / "a/b/c") << "x";
  }
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a sweep removes what nobody owns any more, and nothing else") {
  const TemporaryFolder parent;
  const TemporaryFolder owned(parent.path());
  const fs::path left = parent.path() / "quern-abcdef";
  const fs::path stranger = parent.path() / "quern-of-mine";
  const fs::path elsewhere = parent.path() / "elsewhere";
  for (const fs::path& folder : {left, stranger, elsewhere}) fs::create_directory(folder);
  fs::create_directory_symlink(elsewhere, parent.path() / "quern-linked");
  std::ofstream(left / "file") << "x";

  sweep_temporary_folders(parent.path());  // too young
  CHECK(fs::exists(left));
  sweep_temporary_folders(parent.path(), std::chrono::seconds(0));
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(owned.path()));
  CHECK(fs::exists(stranger));
  CHECK(fs::exists(elsewhere));
}

TEST_SUITE_END();
