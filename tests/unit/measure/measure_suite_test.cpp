// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/measure_suite.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/environment/installation.hpp"
#include "harness/process/temporary_folder.hpp"
#include "tests/unit/environment/fake_runner.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

/// Notes which environment is looked at, by its LibTorch, and can be interrupted at one of them.
class NotingRunner : public test::FakeRunner {
 public:
  std::vector<std::string>& events;
  std::string interrupted_at;

  explicit NotingRunner(std::vector<std::string>& noted) : events(noted) {}

  [[nodiscard]] ChildExit run(const ChildSpec& spec, std::chrono::milliseconds timeout) override {
    const auto root = spec.environment.find("QUERN_TORCH_ROOT");
    if (spec.program == "/fake/valgrind" && root != spec.environment.end()) {
      const std::string name = fs::path(root->second).filename().string();
      events.push_back("look at " + name);
      if (name == interrupted_at) throw Error(ErrorKind::interrupted, "interrupted");
    }
    return FakeRunner::run(spec, timeout);
  }
};

/// A machine with environments that have LibTorch, and a case that all of them skip: no server is started.
struct Suite {
  Suite() {
    runner.programs["/fake/valgrind"] = {"valgrind-3.19.0\n"};
    runner.programs["/fake/clang++"] = {"clang version 14.0.6\n"};
    cases.front().id = "f:eager:forward:cpp:t1";
    cases.front().requires_ = {"cuda"};
  }

  [[nodiscard]] EnvironmentSpec environment(const std::string& name) const {
    const fs::path root = folder.path() / name;
    for (const char* file : {"include/torch/csrc/api/include/torch/torch.h", "lib/libtorch_cpu.so", "lib/libc10.so"}) {
      fs::create_directories((root / file).parent_path());
      std::ofstream(root / file) << "x";
    }
    EnvironmentSpec spec;
    spec.name = name;
    spec.torch_root = root.string();
    return spec;
  }

  std::vector<Run> measure(const std::vector<EnvironmentGroup>& groups) {
    const RunContext context{
        runner,
        {{"PATH", "/fake"}, {"HOME", folder.path().string()}},
        folder.path(),
        [](const std::string&) {},
        [this](const CaseDone& done) { events.push_back("skip in " + std::to_string(done.environment)); }};
    return measure_suite(cases, groups, options, context);
  }

  TemporaryFolder folder;
  RunOptions options;
  std::vector<std::string> events;
  NotingRunner runner{events};
  std::vector<Case> cases{1};
};

std::vector<std::string> names(const std::vector<Run>& runs) {
  std::vector<std::string> names;
  for (const Run& run : runs) names.push_back(run.environment.name + (run.interrupted ? " interrupted" : ""));
  return names;
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/measure_suite");

TEST_CASE("groups of environments come one after another, and each environment has a run, in their order") {
  Suite suite;
  const std::vector<EnvironmentGroup> groups = {{suite.environment("a")}, {suite.environment("b")}};
  const std::vector<Run> runs = suite.measure(groups);
  CHECK(names(runs) == std::vector<std::string>{"a", "b"});
  for (const Run& run : runs) CHECK(run.cases.size() == 1);
  CHECK(suite.events == std::vector<std::string>{"look at a", "skip in 0", "look at b", "skip in 1"});
}

TEST_CASE("a side of a group without a number is an error that names it, an environment alone may have none") {
  Suite suite;
  const EnvironmentSpec a = suite.environment("a");
  const EnvironmentSpec b = suite.environment("b");
  CHECK_NOTHROW(suite.measure({{a}, {b}}));
  CHECK_THROWS_WITH_AS(suite.measure({{a, b}}),
                       "environment A (a): nothing was measured: needs CUDA, which is not measured yet", Error);
}

TEST_CASE("a run says of which kind an environment is, and one of each are not measured together unless wanted") {
  Suite suite;
  const EnvironmentSpec full = suite.environment("full");
  const EnvironmentSpec part = suite.environment("part");
  write_mark(part.torch_root, {InstallationKind::cpp, "2.6.0"});
  const std::vector<Run> runs = suite.measure({{full}, {part}});
  CHECK(runs[0].environment.installation == "full");
  CHECK(runs[1].environment.installation == "cpp");
  suite.options.one_installation = true;
  CHECK_NOTHROW(suite.measure({{part}}));
  CHECK_THROWS_WITH_AS(suite.measure({{full, part}}),
                       "'full' is of the installation 'full' and 'part' of 'cpp', which do not count alike", Error);
}

TEST_CASE("an environment that does not work is named by its place among all groups") {
  Suite suite;
  EnvironmentSpec broken = suite.environment("b");
  fs::remove_all(broken.torch_root);
  try {
    suite.measure({{suite.environment("a")}, {broken}});
    FAIL("an environment without LibTorch");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).starts_with("environment B (b): "));
  }
}

TEST_CASE("an interrupt keeps what was measured, and no group begins after it") {
  Suite suite;
  suite.runner.interrupted_at = "b";
  const std::vector<Run> runs =
      suite.measure({{suite.environment("a")}, {suite.environment("b")}, {suite.environment("c")}});
  REQUIRE(runs.size() == 3);
  CHECK_FALSE(runs[0].interrupted);
  CHECK(runs[0].cases.size() == 1);
  for (const std::size_t i : {1U, 2U}) {
    CHECK(runs[i].interrupted);
    CHECK(runs[i].cases.empty());
  }
  CHECK(suite.events == std::vector<std::string>{"look at a", "skip in 0", "look at b"});
}

TEST_SUITE_END();
