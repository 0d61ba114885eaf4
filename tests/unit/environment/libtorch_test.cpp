// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/libtorch.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "harness/process/temporary_folder.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
using namespace quern::test;

namespace fs = std::filesystem;

namespace {

/// Writes the two headers that say that LibTorch is at `root`.
fs::path install(const fs::path& root, const std::string& minor) {
  const fs::path headers = root / "include/torch/csrc/api/include/torch";
  fs::create_directories(headers);
  std::ofstream(headers / "torch.h") << "#pragma once\n";
  std::ofstream(headers / "version.h") << "#pragma once\n\n/// Major\n#define TORCH_VERSION_MAJOR 2\n"
                                       << "#define TORCH_VERSION_MINOR " << minor << "\n"
                                       << "#define TORCH_VERSION_PATCH 0\n#define TORCH_VERSION \\\n";
  return root;
}

/// What a Python with a torch says.
std::string answer(const std::string& python, const std::string& version, const std::string& package) {
  return "quern: torch\n" + python + "\n3.11.2\n" + version + "\n-\n" + package + "\n/usr/lib/python3\n/home/site\n";
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/libtorch");

TEST_CASE("a Python is asked with the given environment, and warnings are not mistaken for an answer") {
  FakeRunner runner;
  runner.programs["/venv/bin/python3"] = {"UserWarning: no numpy\n  warn()\n" +
                                          answer("/venv/bin/python3", "2.1.0", "/venv/lib/torch")};
  const auto found = ask_python(runner, "/venv/bin/python3", {{"X", "y"}});
  REQUIRE(found.has_value());
  CHECK(found->python == "/venv/bin/python3");
  CHECK(found->version == "2.1.0");
  CHECK(found->package == "/venv/lib/torch");
  CHECK(found->libraries() == "/venv/lib/torch/lib");
  CHECK(found->python_version == "3.11.2");
  CHECK(found->git.empty());
  CHECK(found->search == std::vector<std::string>{"/usr/lib/python3", "/home/site"});
  CHECK(runner.started.at(0).environment.at("X") == "y");
}

TEST_CASE("a Python that fails, or says nothing, has no torch") {
  FakeRunner runner;
  runner.programs["/usr/bin/python3"] = {"1.13.1\n"};
  CHECK_FALSE(ask_python(runner, "/usr/bin/python3", {}).has_value());
  runner.programs["/usr/bin/python3"] = {"ModuleNotFoundError\n", {ChildExit::How::exited, 1}};
  CHECK_FALSE(ask_python(runner, "/usr/bin/python3", {}).has_value());
}

TEST_CASE("LibTorch is where its headers are") {
  const TemporaryFolder folder;
  CHECK_FALSE(libtorch_below(folder.path()).has_value());
  install(folder.path(), "3");
  const auto found = libtorch_below(folder.path());
  REQUIRE(found.has_value());
  CHECK(found->version == "2.3.0");
  CHECK(found->include == folder.path() / "include");
  CHECK(found->libraries.empty());
}

TEST_CASE("the ABI is told by a constructor of LibTorch's own, not by what libstdc++ brings along") {
  const TemporaryFolder folder;
  const fs::path root = install(folder.path(), "6");
  fs::create_directories(root / "lib");
  std::ofstream(root / "lib/libtorch_cpu.so") << "x";
  const auto is_new = [&](const std::string& symbols) {
    std::ofstream(root / "lib/libc10.so") << symbols;
    return libtorch_below(root)->cxx11_abi;
  };
  const std::string both = "_ZNSt7__cxx1112basic_stringIcE _ZNSs4swapERSs ";
  CHECK(is_new(both + "_ZN3c105ErrorC1ENS_14SourceLocationENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"));
  CHECK_FALSE(is_new(both + "_ZN3c105ErrorC1ENS_14SourceLocationESs"));
  CHECK_FALSE(is_new(both + "_ZN3c105ErrorC1ENS_14SourceLocationERKSs"));
}

TEST_CASE("a LibTorch without a version header has no version") {
  const TemporaryFolder folder;
  install(folder.path(), "1");
  fs::remove(folder.path() / "include/torch/csrc/api/include/torch/version.h");
  CHECK(libtorch_below(folder.path())->version.empty());
}

TEST_SUITE_END();
