// SPDX-License-Identifier: Apache-2.0
#include "harness/build/toolchain.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "tests/unit/build/fake_compiler.hpp"

using namespace quern;
using test::FakeMachine;

namespace {

bool has(const std::vector<std::string>& arguments, const std::string& wanted) {
  return std::find(arguments.begin(), arguments.end(), wanted) != arguments.end();
}

}  // namespace

TEST_SUITE_BEGIN("harness/build/toolchain");

TEST_CASE("flags follow the environment: its standard, its ABI, its headers") {
  FakeMachine machine;
  const std::string include = machine.environment.torch.include.string();
  const Toolchain toolchain = machine.toolchain();
  const std::vector<std::string> arguments = machine.compiler.arguments_for("prelude.pcm");
  for (const std::string& flag : {std::string("-std=c++17"), std::string("-O2"), std::string("-gdwarf-4"),
                                  std::string("-DNDEBUG"), std::string("-D_GLIBCXX_USE_CXX11_ABI=1"),
                                  "-isystem" + include, "-isystem" + include + "/torch/csrc/api/include"}) {
    CAPTURE(flag);
    CHECK(has(arguments, flag));
  }
}

TEST_CASE("the flags of a fingerprint hold no paths") {
  FakeMachine machine;
  const std::string flags = machine.toolchain().flags();
  CHECK(flags.find("-O2") != std::string::npos);
  CHECK(flags.find('/') == std::string::npos);
}

TEST_CASE("the old ABI of old wheels is kept to") {
  FakeMachine machine;
  machine.environment.torch.cxx11_abi = false;
  const Toolchain toolchain = machine.toolchain();
  CHECK(has(machine.compiler.arguments_for("prelude.pcm"), "-D_GLIBCXX_USE_CXX11_ABI=0"));
}

TEST_CASE("a folder that is searched anyway keeps its place") {
  FakeMachine machine;
  machine.environment.torch.include = "/usr/include";
  const Toolchain toolchain = machine.toolchain();
  CHECK_FALSE(has(machine.compiler.arguments_for("prelude.pcm"), "-isystem/usr/include"));
}

TEST_CASE("a standard that the headers refuse is not used") {
  FakeMachine machine;
  machine.compiler.bad_standards = {"-std=c++17"};
  CHECK(machine.toolchain().flags().starts_with("-std=c++20 "));
  machine.compiler.bad_standards = {"-std=c++17", "-std=c++20"};
  machine.environment.cxx.version = "15";
  CHECK(machine.toolchain().flags().starts_with("-std=c++14 "));
}

TEST_CASE("releases that demand C++20 are not tried with less first") {
  FakeMachine machine;
  for (const auto& release :
       {std::pair{"2.13.0", "-std=c++17"}, {"2.14.1", "-std=c++20"}, {"2.15.0a0+git1", "-std=c++20"}}) {
    const char* const version = release.first;  // not by a structured binding: a macro captures it
    const char* const standard = release.second;
    CAPTURE(version);
    machine.compiler.started.clear();
    machine.environment.torch.version = version;
    CHECK(machine.toolchain().flags().starts_with(std::string(standard) + " "));
    CHECK(has(machine.compiler.arguments_for("prelude.pcm"), standard));
  }
}

TEST_CASE("a release without a version header gets one, with the numbers of its version") {
  FakeMachine machine;
  const std::string stand_ins = std::string("-isystem") + QUERN_SOURCES + "/worker/compat/missing";
  machine.environment.torch.version = "1.4.0+cu92";
  CHECK(machine.toolchain().flags().find("TORCH_MAJOR") == std::string::npos);
  const std::vector<std::string> old = machine.compiler.arguments_for("prelude.pcm");
  CHECK(has(old, stand_ins));
  CHECK(has(old, "-DQUERN_TORCH_MAJOR=1"));
  CHECK(has(old, "-DQUERN_TORCH_MINOR=4"));
  const std::filesystem::path own = machine.environment.torch.include / "torch/csrc/api/include/torch";
  std::filesystem::create_directories(own);
  std::ofstream(own / "version.h") << "x";
  machine.compiler.started.clear();
  machine.toolchain();
  CHECK_FALSE(has(machine.compiler.arguments_for("prelude.pcm"), stand_ins));
}

TEST_CASE("a release that tells its version nowhere is refused") {
  FakeMachine machine;
  machine.environment.torch.version = "";
  CHECK_THROWS_WITH_AS(machine.toolchain(), doctest::Contains("does not tell its version"), Error);
}

TEST_CASE("headers of another LibTorch are refused, in the header of all snippets and in one of them") {
  FakeMachine machine;
  const std::filesystem::path other = machine.folder.path() / "usr/include";
  std::filesystem::create_directories(other / "ATen");
  std::filesystem::create_directories(machine.environment.torch.include / "ATen");
  for (const std::filesystem::path& include : {other, machine.environment.torch.include}) {
    std::ofstream(include / "ATen/ATen.h") << "x";
    std::ofstream(include / "ATen/Version.h") << "x";
  }
  machine.compiler.reads = {(machine.environment.torch.include / "ATen/Version.h").string()};
  const Toolchain toolchain = machine.toolchain();
  machine.compiler.reads = {(other / "ATen/Version.h").string()};
  std::ofstream(machine.folder.path() / "a.cpp") << "x";
  const Compiled snippet =
      toolchain.compile_snippets(machine.folder.path() / "a.cpp", machine.folder.path() / "snippets.so");
  CHECK_FALSE(snippet.ok);
  CHECK(snippet.output.find("is one of another LibTorch") != std::string::npos);
  machine.environment.cxx.version = "15";
  CHECK_THROWS_WITH_AS(machine.toolchain(), doctest::Contains("is one of another LibTorch"), Error);
}

TEST_CASE("headers that take no standard are an environment error with the compiler's words") {
  FakeMachine machine;
  machine.compiler.bad_standards = {"-std=c++17", "-std=c++20", "-std=c++14"};
  try {
    machine.toolchain();
    FAIL("made a toolchain");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()).find("this standard is not for us") != std::string::npos);
  }
}

TEST_CASE("the compiler sees nothing of the user's environment") {
  FakeMachine machine;
  const Toolchain toolchain = machine.toolchain();
  for (const ChildSpec& child : machine.compiler.started) {
    CHECK(child.environment.size() == 3);
    CHECK(child.environment.at("LC_ALL") == "C");
    CHECK(child.environment.contains("TMPDIR"));
    CHECK(child.environment.contains("PATH"));
  }
}

TEST_CASE("each family takes its precompiled header in its own way") {
  for (const std::string family : {"clang", "gcc"}) {
    FakeMachine machine(family);
    Toolchain toolchain = machine.toolchain();
    std::ofstream(machine.folder.path() / "a.cpp") << "x";
    CHECK(toolchain.compile_snippets(machine.folder.path() / "a.cpp", machine.folder.path() / "snippets.so").ok);
    const std::vector<std::string> arguments = machine.compiler.arguments_for("snippets.so");
    const bool clang = family == "clang";
    CHECK(has(arguments, "-fmodules") == clang);
    CHECK(has(arguments, "-include"));
    CHECK(has(arguments, "-fno-gnu-unique") != clang);
    CHECK(has(arguments, "-fno-caret-diagnostics") == clang);
    CHECK(has(arguments, "-fno-diagnostics-show-caret") != clang);
    CHECK(machine.compiler.arguments_for("prelude.hpp.gch").empty() == clang);
  }
}

TEST_CASE("what was made once is not made again") {
  FakeMachine machine;
  const Toolchain first = machine.toolchain();
  machine.compiler.started.clear();
  const Toolchain second = machine.toolchain();
  CHECK(machine.compiler.started.empty());
  CHECK(second.server() == first.server());
  CHECK(second.fingerprint() == first.fingerprint());
}

TEST_CASE("what the precompiled header, the server or the linker read is part of the fingerprint") {
  FakeMachine machine;
  const std::filesystem::path header = machine.folder.path() / "system.h";
  const std::filesystem::path library = machine.folder.path() / "libtorch_cpu.so";
  std::ofstream(header) << "old";
  std::ofstream(library) << std::string(std::size_t{2} << 20U, 'a');  // large files are not read each time
  machine.compiler.reads = {header.string()};
  machine.compiler.links = library.string() + "\n";
  const std::string first = machine.toolchain().fingerprint();
  CHECK(machine.toolchain().fingerprint() == first);
  machine.compiler.started.clear();
  std::ofstream(header) << "new";
  const std::string second = machine.toolchain().fingerprint();
  CHECK(second != first);
  CHECK_FALSE(machine.compiler.arguments_for("prelude.pcm").empty());
  machine.compiler.started.clear();
  std::ofstream(library) << std::string(std::size_t{2} << 20U, 'b');  // rebuilt in place
  CHECK(machine.toolchain().fingerprint() != second);
  CHECK(machine.compiler.arguments_for("prelude.pcm").empty());
  CHECK_FALSE(machine.compiler.arguments_for("server").empty());
}

TEST_CASE("a compiler that is replaced under the same version compiles again") {
  FakeMachine machine;
  machine.environment.cxx.program = machine.folder.path() / "compiler";
  std::ofstream(machine.environment.cxx.program) << "one";
  const std::string first = machine.toolchain().fingerprint();
  std::ofstream(machine.environment.cxx.program) << "two";
  CHECK(machine.toolchain().fingerprint() != first);
}

TEST_CASE("the fingerprint follows the compiler, the flags and the headers") {
  FakeMachine machine;
  const std::string before = machine.toolchain().fingerprint();
  machine.environment.cxx.version = "15.0.0";
  const std::string compiler = machine.toolchain().fingerprint();
  CHECK(compiler != before);
  machine.environment.torch.cxx11_abi = false;
  const std::string flags = machine.toolchain().fingerprint();
  CHECK(flags != compiler);
  const std::filesystem::path header = machine.folder.path() / "ATen.h";
  std::ofstream(header) << "new";
  machine.compiler.reads = {header.string()};
  machine.environment.torch.include = "/elsewhere";
  CHECK(machine.toolchain().fingerprint() != flags);
}

TEST_CASE("sources that are not there are an environment error") {
  FakeMachine machine;
  const CompilerDriver driver(machine.compiler, machine.environment.cxx, "/nonexistent");
  CHECK_THROWS_AS(WorkerLibraries(driver, machine.cache), Error);
}

TEST_SUITE_END();
