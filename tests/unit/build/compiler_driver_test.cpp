// SPDX-License-Identifier: Apache-2.0
#include "harness/build/compiler_driver.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "tests/unit/build/fake_compiler.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
using How = ChildExit::How;

namespace {

/// A compiler that always says the same and ends in the same way.
struct Compilation {
  Compilation(const std::string& output, const ChildExit& exit) { runner.programs["/fake/clang++"] = {output, exit}; }

  test::FakeRunner runner;
  Compiler cxx{"/fake/clang++", "clang", "14.0.6"};
  CompilerDriver driver{runner, cxx, QUERN_SOURCES};
};

void check_environment_error(const std::string& output, const ChildExit& exit, const std::string& message) {
  CAPTURE(output);
  const Compilation compilation(output, exit);
  try {
    static_cast<void>(compilation.driver.compile({}));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()).find(message) != std::string::npos);
  }
}

}  // namespace

TEST_SUITE_BEGIN("harness/build/compiler_driver");

TEST_CASE("a compiler that finds fault with the code is not ok, and its words are kept") {
  const Compilation compilation("a.cpp:1:1: error: no\n", {How::exited, 1});
  const Compiled compiled = compilation.driver.compile({});
  CHECK_FALSE(compiled.ok);
  CHECK(compiled.output == "a.cpp:1:1: error: no\n");
}

TEST_CASE("warnings do not matter, whatever words are in them") {
  const Compilation compilation("warning: No space left on device, Killed signal\n", {});
  CHECK(compilation.driver.compile({}).ok);
}

TEST_CASE("a compiler that was stopped, or has no space, says nothing about the code") {
  check_environment_error("", {How::signaled, 9}, "the compiler was killed");
  check_environment_error("g++: fatal error: Killed signal terminated program cc1plus\n", {How::exited, 1},
                          "the compiler was killed");
  check_environment_error(
      "clang: error: unable to execute command: Killed\nclang: error: clang frontend command failed "
      "due to signal (use -v to see invocation)\n",
      {How::exited, 254}, "the compiler was killed");
  check_environment_error("", {How::timed_out, 0}, "not done after 10 min");
  check_environment_error("fatal error: error writing: No space left on device\n", {How::exited, 1},
                          "No space left on device");
}

TEST_CASE("what must compile and does not is an environment error with the first error") {
  const Compilation compilation("warning: old\na.c:1:1: error: first\na.c:2:1: error: second\n", {How::exited, 1});
  CHECK_THROWS_WITH_AS(compilation.driver.require({}, "the server"),
                       "the server does not compile: a.c:1:1: error: first", Error);
  CHECK_THROWS_AS(compilation.driver.require_c({}, "the allocator"), Error);
}

TEST_CASE("the C of our own is compiled as C, with what the caller adds at the end") {
  test::FakeMachine machine;
  const std::string source = (machine.folder.path() / "a.c").string();
  std::ofstream(source) << "x";
  static_cast<void>(machine.driver.require_c({"-c", source}, "a"));
  const std::vector<std::string>& arguments = machine.compiler.started.at(0).arguments;
  CHECK(*(std::find(arguments.begin(), arguments.end(), "-x") + 1) == "c");
  CHECK(arguments.back() == source);
}

TEST_CASE("an output without an error is told by its first line") {
  CHECK(first_error("ld: cannot find -ltorch\nmore\n") == "ld: cannot find -ltorch");
  CHECK(first_error("").empty());
}

TEST_CASE("a compiler that does not tell what it read is not used") {
  const Compilation compilation("", {});
  CHECK_THROWS_WITH_AS(static_cast<void>(compilation.driver.compile({"a.cpp"})),
                       "the compiler does not tell which files it read (-MD)", Error);
}

TEST_CASE("what was read are headers, libraries and the compiler, but nothing temporary or known") {
  test::FakeMachine machine;
  const std::filesystem::path folder = machine.folder.path();
  const auto file = [&](const char* name) {
    std::ofstream(folder / name) << "x";
    return (folder / name).string();
  };
  machine.environment.cxx.program = file("compiler");
  const std::string source = file("a.cpp");
  const std::string header = file("h.hpp");
  const std::string known = file("known.hpp");
  const std::string library = file("lib.so");
  machine.compiler.reads = {header, known};
  machine.compiler.links = library + "\n";
  const Inputs inputs =
      machine.driver
          .compile({"-I" + (folder / "first").string(), "-I" + folder.string(), source, "-o", file("a.so")}, {known})
          .inputs;
  CHECK(inputs.files == std::set<std::string>{source, header, library, (folder / "compiler").string()});
  CHECK(inputs.absent == std::set<std::string>{(folder / "first").string()});
}

TEST_SUITE_END();
