// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/one_torch.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "harness/process/temporary_folder.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

/// Folders with torches in them, and Pythons that have one or none.
struct Torches {
  TemporaryFolder folder;
  test::FakeRunner runner;
  std::map<std::string, std::string> variables;
  TorchSearch search;

  fs::path file(const fs::path& name, const std::string& text = "x") const {
    const fs::path path = folder.path() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }

  std::string headers(const std::string& root, const std::string& minor) const {
    const fs::path api = fs::path(root) / "include/torch/csrc/api/include/torch";
    file(api / "torch.h");
    file(api / "version.h",
         "#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION_MINOR " + minor + "\n#define TORCH_VERSION_PATCH 0\n");
    return (folder.path() / root).string();
  }

  std::string libraries(const std::string& root) const {
    for (const char* name : {"libtorch.so", "libtorch_cpu.so", "libc10.so"}) file(fs::path(root) / "lib" / name);
    return (folder.path() / root).string();
  }

  std::string whole(const std::string& root, const std::string& minor) const {
    libraries(root);
    return headers(root, minor);
  }

  /// A Python whose torch is in a folder; without one if there is no version.
  void python(const std::string& program, const std::string& version, const std::string& package = "") {
    const std::string place = (folder.path() / package).string();
    runner.programs[program] = {"quern: torch\n" + program + "\n3.11.2\n" + version + "\n-\n" + place + "\n"};
    if (version.empty()) runner.programs[program] = {"ModuleNotFoundError\n", {ChildExit::How::exited, 1}};
  }

  OneTorch find() { return find_torch(runner, variables, search); }
};

bool says(const std::string& reason, const std::string& part) { return reason.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("harness/environment/one_torch");

TEST_CASE("QUERN_TORCH_ROOT comes before Python's torch, that before CMAKE_PREFIX_PATH") {
  Torches torches;
  const std::string prefixes = "/nonexistent:" + torches.whole("prefix", "3");
  torches.variables = {{"PATH", "/venv"}, {"CMAKE_PREFIX_PATH", prefixes}};
  CHECK(torches.find().cpp->version == "2.3.0");
  torches.whole("package", "2");
  torches.python("/venv/python3", "2.2.0", "package");
  CHECK(torches.find().cpp->version == "2.2.0");
  CHECK(torches.find().python->version == "2.2.0");
  torches.variables["QUERN_TORCH_ROOT"] = torches.whole("root", "1");
  CHECK(torches.find().cpp->version == "2.1.0");
}

TEST_CASE("a Python without torch is not replaced by the system's, unless the system will do") {
  Torches torches;
  torches.variables = {{"PATH", "/venv:/usr/bin"}};
  torches.python("/venv/python3", "");
  torches.python("/usr/bin/python3", "2.2.0", "package");
  OneTorch found = torches.find();
  CHECK_FALSE(found.python.has_value());
  CHECK_FALSE(found.cpp.has_value());
  CHECK(found.no_python == "/venv/python3 has no torch");
  CHECK(torches.runner.started.size() == 1);
  torches.search.system = true;
  CHECK(torches.find().python->python == "/usr/bin/python3");
}

TEST_CASE("the first folder of PATH that has a Python by either name decides") {
  Torches torches;
  torches.variables = {{"PATH", "/empty:/venv:/other"}};
  torches.python("/venv/python", "2.1.0", "package");
  torches.python("/other/python3", "2.2.0", "other");
  CHECK(torches.find().python->python == "/venv/python");
  torches.python("/venv/python3", "2.3.0", "package");
  CHECK(torches.find().python->python == "/venv/python3");
}

TEST_CASE("a Python's torch that C++ cannot use is not completed by another one") {
  Torches torches;
  torches.variables = {{"PATH", "/venv"}, {"CMAKE_PREFIX_PATH", torches.whole("prefix", "0")}};
  torches.python("/venv/python3", "1.0.0", "package");
  SUBCASE("not all libraries of 1.0") {
    torches.file("package/lib/include/torch/csrc/api/include/torch/torch.h");
    torches.file("package/lib/libtorch.so.1");
    torches.file("package/lib/libc10.so");
    CHECK(says(torches.find().no_cpp, "has not all of LibTorch's libraries in lib"));
  }
  SUBCASE("no headers") {
    torches.libraries("package");
    torches.file("package/lib/libcaffe2.so");
    CHECK(says(torches.find().no_cpp, "has no headers"));
  }
  SUBCASE("headers of another version") {
    torches.whole("package", "7");
    torches.file("package/lib/libcaffe2.so");
    CHECK(says(torches.find().no_cpp, "headers of another version"));
  }
  CHECK_FALSE(torches.find().cpp.has_value());
  CHECK(torches.find().python->version == "1.0.0");
}

TEST_CASE("a Python's torch of 1.0 serves C++, with headers, libraries and version where 1.0 keeps them") {
  Torches torches;
  torches.variables = {{"PATH", "/venv"}};
  torches.python("/venv/python3", "1.0.0", "package");
  torches.file("package/version.py", "__version__ = '1.0.0'\n");
  torches.file("package/lib/include/torch/csrc/api/include/torch/torch.h");
  for (const char* name : {"libtorch.so.1", "libcaffe2.so", "libc10.so"}) torches.file(fs::path("package/lib") / name);
  const OneTorch found = torches.find();
  REQUIRE(found.cpp.has_value());
  CHECK(found.cpp->version == "1.0.0");
  CHECK(found.cpp->include == torches.folder.path() / "package/lib/include");
  CHECK(found.cpp->libraries == torches.folder.path() / "package/lib");
}

TEST_CASE("headers elsewhere serve a Python's torch if the libraries beside them are its own, by whatever name") {
  Torches torches;
  torches.headers("prefix", "2");
  fs::create_directory_symlink(torches.libraries("package") + "/lib", torches.folder.path() / "prefix/lib");
  torches.variables = {{"PATH", "/venv"}, {"CMAKE_PREFIX_PATH", (torches.folder.path() / "prefix").string()}};
  torches.python("/venv/python3", "2.2.0a0+git123", "package");
  CHECK(torches.find().cpp->include == torches.folder.path() / "prefix/include");
  torches.python("/venv/python3", "2.4.0", "package");
  CHECK_FALSE(torches.find().cpp.has_value());
}

TEST_CASE("beside a named LibTorch a Python counts if its torch is the same, even where it was named too") {
  Torches torches;
  torches.variables = {{"PATH", "/venv"}, {"QUERN_TORCH_ROOT", torches.whole("root", "2")}};
  torches.libraries("copy");
  torches.python("/venv/python3", "2.2.0", "copy");
  for (const char* python : {"", "python3", "/venv/python3"}) {
    torches.search.python = python;
    CHECK_FALSE(torches.find().python.has_value());
    CHECK(says(torches.find().no_python, "is not the one that QUERN_TORCH_ROOT names"));
  }
  torches.python("/venv/python3", "2.2.0", "root");
  CHECK(torches.find().python->version == "2.2.0");
  fs::remove(torches.folder.path() / "copy/lib/libc10.so");
  fs::create_symlink(torches.folder.path() / "root/lib/libc10.so", torches.folder.path() / "copy/lib/libc10.so");
  torches.python("/venv/python3", "2.2.0", "copy");
  CHECK_FALSE(torches.find().python.has_value());
}

TEST_SUITE_END();
