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

TEST_CASE("the first Python of the path that has a torch is taken, and asked with the given environment") {
  FakeRunner runner;
  runner.programs["/venv/bin/python3"] = {answer("/venv/bin/python3", "2.1.0", "/venv/lib/torch")};
  runner.programs["/usr/bin/python3"] = {answer("/usr/bin/python3", "1.13.1", "/usr/lib/torch")};
  const auto found = find_python_torch(runner, {{"PATH", "/venv/bin:/usr/bin"}, {"X", "y"}});
  REQUIRE(found.has_value());
  CHECK(found->python == "/venv/bin/python3");
  CHECK(found->version == "2.1.0");
  CHECK(found->package == "/venv/lib/torch");
  CHECK(found->python_version == "3.11.2");
  CHECK(found->git.empty());
  CHECK(found->search == std::vector<std::string>{"/usr/lib/python3", "/home/site"});
  CHECK(runner.started.at(0).environment.at("X") == "y");
}

TEST_CASE("a Python without torch does not hide the system's") {
  FakeRunner runner;
  runner.programs["/venv/bin/python3"] = {"ModuleNotFoundError\n", {ChildExit::How::exited, 1}};
  runner.programs["/usr/bin/python3"] = {answer("/usr/bin/python3", "1.13.1", "/usr/lib/torch")};
  CHECK(find_python_torch(runner, {{"PATH", "/venv/bin:/usr/bin"}})->python == "/usr/bin/python3");
}

TEST_CASE("warnings of the import are not mistaken for an answer") {
  FakeRunner runner;
  runner.programs["/usr/bin/python3"] = {"UserWarning: no numpy\n  warn()\n" +
                                         answer("/usr/bin/python3", "1.13.1", "/usr/lib/torch")};
  CHECK(find_python_torch(runner, {{"PATH", "/usr/bin"}})->version == "1.13.1");
}

TEST_CASE("without Python, or with one that says nothing, there is no answer") {
  FakeRunner runner;
  CHECK_FALSE(find_python_torch(runner, {{"PATH", "/bin"}}).has_value());
  CHECK_FALSE(find_python_torch(runner, {}).has_value());
  runner.programs["/usr/bin/python3"] = {"1.13.1\n"};
  CHECK_FALSE(find_python_torch(runner, {{"PATH", "/usr/bin"}}).has_value());
  CHECK(runner.started.size() == 1);  // the system's is the path's: asked once
}

TEST_CASE("LibTorch is looked for in QUERN_TORCH_ROOT, Python's torch, CMAKE_PREFIX_PATH, in this order") {
  const TemporaryFolder folder;
  const fs::path root = install(folder.path() / "root", "1");
  const PythonTorch python{"/usr/bin/python3", "3.11.2", "2.2.0", "", install(folder.path() / "python", "2"), {}};
  const fs::path prefix = install(folder.path() / "prefix", "3");
  const std::string prefixes = "/nonexistent:" + prefix.string();
  CHECK(find_libtorch({{"QUERN_TORCH_ROOT", root.string()}, {"CMAKE_PREFIX_PATH", prefixes}}, python)->version ==
        "2.1.0");
  CHECK(find_libtorch({{"CMAKE_PREFIX_PATH", prefixes}}, python)->version == "2.2.0");
  const auto found = find_libtorch({{"CMAKE_PREFIX_PATH", prefixes}}, std::nullopt);
  REQUIRE(found.has_value());
  CHECK(found->version == "2.3.0");
  CHECK(found->include == prefix / "include");
}

TEST_CASE("the ABI is told by a constructor of LibTorch's own, not by what libstdc++ brings along") {
  const TemporaryFolder folder;
  const fs::path root = install(folder.path(), "6");
  fs::create_directories(root / "lib");
  std::ofstream(root / "lib/libtorch_cpu.so") << "x";
  const auto is_new = [&](const std::string& symbols) {
    std::ofstream(root / "lib/libc10.so") << symbols;
    return find_libtorch({{"QUERN_TORCH_ROOT", root.string()}}, std::nullopt)->cxx11_abi;
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
  CHECK(find_libtorch({{"QUERN_TORCH_ROOT", folder.path().string()}}, std::nullopt)->version.empty());
}

TEST_SUITE_END();
