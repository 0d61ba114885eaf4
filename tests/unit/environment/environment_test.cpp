// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/environment.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

/// A machine with all tools, a Python whose torch is in `python/torch`, and LibTorch for C++ in `cpp`.
struct Machine {
  Machine() {
    runner.programs["/fake/valgrind"] = {"valgrind-3.19.0\n"};
    runner.programs["/fake/clang++"] = {"clang version 14.0.6\n"};
    const std::string package = (folder.path() / "python/torch").string();
    runner.programs["/fake/python3"] = {"quern: torch\n/fake/python3\n3.11.2\n1.13.1\n-\n" + package + "\n"};
    fs::create_directories(package);
    touch("cpp/include/torch/csrc/api/include/torch/torch.h");
    touch("cpp/lib/libtorch_cpu.so");
    touch("cpp/lib/libc10.so");
  }

  [[nodiscard]] Environment probe(const std::string& root) {
    const std::string torch_root = (folder.path() / root).string();
    return probe_environment(runner, {{"PATH", "/fake"}, {"QUERN_TORCH_ROOT", torch_root}}, {});
  }

  void touch(const fs::path& file) const {
    fs::create_directories((folder.path() / file).parent_path());
    std::ofstream(folder.path() / file) << "x";
  }

  TemporaryFolder folder;
  test::FakeRunner runner;
};

}  // namespace

TEST_SUITE_BEGIN("harness/environment/environment");

TEST_CASE("a LibTorch for C++ is enough, and who names one does not hear of another from Python") {
  Machine machine;
  const Environment environment = machine.probe("cpp");
  CHECK(environment.no_cpp.empty());
  CHECK(environment.torch.include == machine.folder.path() / "cpp/include");
  CHECK_FALSE(environment.python.has_value());
  CHECK(environment.no_python.find("is not the one that QUERN_TORCH_ROOT names") != std::string::npos);
}

TEST_CASE("a torch for Python is enough, and the environment says why there is none for C++") {
  Machine machine;
  const Environment environment = machine.probe("python");
  CHECK(environment.python->version == "1.13.1");
  CHECK(environment.no_cpp.find("no LibTorch in QUERN_TORCH_ROOT") != std::string::npos);
}

TEST_CASE("a folder that holds both serves both") {
  Machine machine;
  machine.touch("python/torch/include/torch/csrc/api/include/torch/torch.h");
  machine.touch("python/torch/lib/libtorch_cpu.so");
  machine.touch("python/torch/lib/libc10.so");
  const Environment environment = machine.probe("python/torch");
  CHECK(environment.no_cpp.empty());
  CHECK(environment.python.has_value());
}

TEST_CASE("a named Python without torch is absent where there is a LibTorch for C++, else an error that names it") {
  Machine machine;
  machine.runner.programs["/other/python3"] = {"ModuleNotFoundError\n", {ChildExit::How::exited, 1}};
  for (const std::string python : {"/other/python3", "/nowhere/python3", "python4"}) {
    CAPTURE(python);
    const auto probe = [&](const char* root) {
      const std::string torch_root = (machine.folder.path() / root).string();
      return probe_environment(machine.runner, {{"PATH", "/fake"}, {"QUERN_TORCH_ROOT", torch_root}},
                               {.cxx = "", .python = python, .system = false});
    };
    CHECK_FALSE(probe("cpp").python.has_value());
    try {
      static_cast<void>(probe("nowhere"));
      FAIL("an environment without LibTorch");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::environment);
      CHECK(std::string(error.what()).find("'" + python + "' cannot be run or has no torch") != std::string::npos);
    }
  }
}

TEST_CASE("a named place without torch is an error that says what was asked, whatever the system has") {
  Machine machine;
  machine.runner.programs["/venv/python3"] = {"ModuleNotFoundError\n", {ChildExit::How::exited, 1}};
  try {
    static_cast<void>(probe_environment(machine.runner, {{"PATH", "/venv:/fake"}}, {}));
    FAIL("an environment without torch");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()).find("/venv/python3 has no torch") != std::string::npos);
  }
}

TEST_CASE("a folder that holds neither is an environment error") {
  Machine machine;
  CHECK_THROWS_AS(static_cast<void>(machine.probe("nowhere")), Error);
}

TEST_SUITE_END();
