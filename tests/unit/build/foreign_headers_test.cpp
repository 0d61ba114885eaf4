// SPDX-License-Identifier: Apache-2.0
#include "harness/build/foreign_headers.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace {

namespace fs = std::filesystem;

/// Two LibTorchs with headers of their own.
struct TwoTrees {
  TwoTrees() {
    for (const fs::path& tree : {own, other}) {
      fs::create_directories(tree / "ATen");
      fs::create_directories(tree / "torch");
      std::ofstream(tree / "ATen/ATen.h") << "x";
    }
  }

  [[nodiscard]] std::string found(const fs::path& file) const { return foreign_header({file.string()}, own); }

  TemporaryFolder folder;
  fs::path own = folder.path() / "own";
  fs::path other = folder.path() / "other";
};

}  // namespace

TEST_SUITE_BEGIN("harness/build/foreign_headers");

TEST_CASE_FIXTURE(TwoTrees, "a header of another LibTorch is found, however deep it lies") {
  CHECK(found(other / "ATen/ATen.h") == other / "ATen/ATen.h");
  CHECK(found(other / "torch/csrc/api/include/torch/library.h") == other / "torch/csrc/api/include/torch/library.h");
}

TEST_CASE_FIXTURE(TwoTrees, "one's own headers, the system's and the user's are not foreign") {
  CHECK(found(own / "ATen/ATen.h").empty());
  CHECK(found(own / "torch/csrc/api/include/torch/torch.h").empty());
  CHECK(found("/usr/include/stdio.h").empty());
  CHECK(found(folder.path() / "torch/mine.h").empty());  // a folder of that name in which no LibTorch begins
}

TEST_CASE_FIXTURE(TwoTrees, "headers that one's own tree only links to are one's own") {
  const fs::path links = folder.path() / "links";
  fs::create_directories(links);
  fs::create_directory_symlink(other / "ATen", links / "ATen");
  fs::create_directory_symlink(other / "torch", links / "torch");
  CHECK(foreign_header({(other / "ATen/ATen.h").string()}, links).empty());
  CHECK(foreign_header({(links / "ATen/ATen.h").string()}, links).empty());
  CHECK_FALSE(foreign_header({(own / "ATen/ATen.h").string()}, links).empty());
}

TEST_SUITE_END();
