// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/release_files.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace fs = std::filesystem;

namespace {

struct Tree {
  TemporaryFolder folder;

  void file(const fs::path& name, const std::string& text = "x") const {
    fs::create_directories((folder.path() / name).parent_path());
    std::ofstream(folder.path() / name) << text;
  }

  [[nodiscard]] std::string version(const std::string& line) const {
    file("version.py", "from typing import Optional\n" + line + "\ndebug = False\ncuda = '9.0'\n");
    return version_below(folder.path(), folder.path() / "include");
  }

  [[nodiscard]] std::vector<std::string> linked(const std::string& version) const {
    std::vector<std::string> names;
    for (const fs::path& path : libraries_of(version, folder.path() / "lib")) names.push_back(path.filename().string());
    return names;
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_SUITE_BEGIN("harness/environment/release_files");

TEST_CASE("headers are in include, and in 1.0 in lib/include") {
  const Tree tree;
  CHECK(include_folder(tree.folder.path()).empty());
  tree.file("lib/include/torch/csrc/api/include/torch/torch.h");
  CHECK(include_folder(tree.folder.path()) == tree.folder.path() / "lib/include");
  tree.file("include/torch/csrc/api/include/torch/torch.h");
  CHECK(include_folder(tree.folder.path()) == tree.folder.path() / "include");
}

TEST_CASE("without a version header the package's version.py tells, in whatever form") {
  const Tree tree;
  CHECK(tree.version("__version__ = '1.4.0'") == "1.4.0");
  CHECK(tree.version("__version__: str = \"2.7.0a0+git123\"") == "2.7.0a0+git123");
  CHECK(tree.version("__version__ = '2.6.0+cpu'") == "2.6.0+cpu");
  CHECK(tree.version("__version__ = '1.13.0+debian'") == "1.13.0+debian");
  CHECK(tree.version("__version__ = 'unknown'").empty());
  CHECK(tree.version("__version__ = version()").empty());
  tree.file("include/torch/csrc/api/include/torch/version.h",
            "#define TORCH_VERSION_MAJOR 1\n#define TORCH_VERSION_MINOR 8\n#define TORCH_VERSION_PATCH 1\n");
  CHECK(tree.version("__version__ = '1.4.0'") == "1.8.1");
}

TEST_CASE("each release is linked with its own libraries, and with nothing if one is missing") {
  const Tree tree;
  tree.file("lib/libc10.so");
  CHECK(tree.linked("1.0.1").empty());
  tree.file("lib/libtorch.so.1");
  CHECK(tree.linked("1.2.0") == Names{"libtorch.so.1", "libc10.so"});
  CHECK(tree.linked("1.1.0").empty());
  tree.file("lib/libcaffe2.so");
  CHECK(tree.linked("1.0.1") == Names{"libtorch.so.1", "libcaffe2.so", "libc10.so"});
  tree.file("lib/libtorch.so");
  CHECK(tree.linked("1.4.0+cu92") == Names{"libtorch.so", "libc10.so"});
  CHECK(tree.linked("1.5.0").empty());
  tree.file("lib/libtorch_cpu.so");
  CHECK(tree.linked("1.5.0") == Names{"libtorch.so", "libtorch_cpu.so", "libc10.so"});
  CHECK(tree.linked("") == Names{"libtorch.so", "libtorch_cpu.so", "libc10.so"});
}

TEST_SUITE_END();
