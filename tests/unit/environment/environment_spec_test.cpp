// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/environment_spec.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "base/yaml/yaml_reader.hpp"

using namespace quern;

namespace {

struct Section {
  explicit Section(const std::string& text) : source("quern.yaml", text) {
    const std::optional<YamlNode> root = read_yaml(source, problems);
    REQUIRE(root.has_value());
    environments = read_environments(*root, problems, "/project");
  }

  Source source;
  Problems problems;
  std::vector<EnvironmentSpec> environments;
};

std::string problem_of(const std::string& text) { return Section(text).problems.render(); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Error error_of(const std::string& text, const std::vector<EnvironmentSpec>& known) {
  try {
    static_cast<void>(resolve_environment(text, known));
  } catch (const Error& error) {
    return error;
  }
  FAIL("resolved " << text);
  return {ErrorKind::internal, ""};
}

std::vector<EnvironmentSpec> two_known() {
  std::vector<EnvironmentSpec> known(2);
  known[0].name = "nightly";
  known[0].source = "source nightly";
  known[1].name = "1.13";
  return known;
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/environment_spec");

TEST_CASE("an environment is a map of all that leads to it, or its source alone") {
  const Section section(
      "nightly: source envs/nightly/bin/activate\n"
      "pr-1.2:\n"
      "  source: |\n    cd build\n    . ./env.sh\n"
      "  torch_root: build/torch\n"
      "  launcher: numactl  --cpunodebind=0\n"
      "  cxx: g++\n"
      "  python: envs/pr/bin/python\n"
      "  variables: {A: 1, EMPTY: ''}\n"
      "mpi: {launcher: [mpirun, a b], torch_root: /opt/torch, python: python3.12, cxx: ./g++}\n");
  REQUIRE(section.problems.render().empty());
  REQUIRE(section.environments.size() == 3);
  CHECK(section.environments[0].name == "nightly");
  CHECK(section.environments[0].source == "source envs/nightly/bin/activate");
  CHECK(section.environments[0].folder == "/project");
  const EnvironmentSpec& pr = section.environments[1];
  CHECK(pr.name == "pr-1.2");
  CHECK(pr.source == "cd build\n. ./env.sh\n");
  CHECK(pr.torch_root == "/project/build/torch");
  CHECK(pr.launcher == std::vector<std::string>{"numactl", "--cpunodebind=0"});
  CHECK(pr.cxx == "g++");
  CHECK(pr.python == "/project/envs/pr/bin/python");
  CHECK(pr.variables == std::map<std::string, std::string>{{"A", "1"}, {"EMPTY", ""}});
  const EnvironmentSpec& mpi = section.environments[2];
  CHECK(mpi.launcher == std::vector<std::string>{"mpirun", "a b"});
  CHECK(mpi.torch_root == "/opt/torch");
  CHECK(mpi.python == "python3.12");
  CHECK(mpi.cxx == "/project/g++");
}

TEST_CASE("every mistake is reported at its place") {
  CHECK(problem_of("a:\n  sourc: x\n") ==
        "quern.yaml:2:3: unknown key 'sourc' in an environment\n      sourc: x\n      ^ did you mean 'source'?");
  CHECK(contains(problem_of("a b: x\n"), "quern.yaml:1:1: 'a b' cannot be the name of an environment"));
  CHECK(contains(problem_of("-a: x\n"), "cannot be the name"));
  CHECK(contains(problem_of("default: x\n"), "quern.yaml:1:1: 'default' is where quern is started"));
  CHECK(contains(problem_of("a: [x]\n"), "quern.yaml:1:4: expected a map with the keys of an environment"));
  CHECK(contains(problem_of("a:\n  source: [x]\n"), "quern.yaml:2:11: expected text, found a list"));
  CHECK(contains(problem_of("a:\n  launcher: {x: y}\n"), "expected a command, or a list of its words, found a map"));
  CHECK(contains(problem_of("a:\n  variables: x\n"), "expected a map of variables, found 'x'"));
  CHECK(contains(problem_of("a:\n  variables: {X: [1]}\n"), "expected text, found a list"));
  CHECK(contains(problem_of("- a\n"), "expected a map of environments, found a list"));
}

TEST_CASE("what the loader is told is pinned, and a variable has a name that a shell accepts") {
  CHECK(contains(problem_of("a:\n  variables:\n    LD_PRELOAD: x\n"),
                 "quern.yaml:3:5: the variable 'LD_PRELOAD' is pinned by quern"));
  CHECK(contains(problem_of("a:\n  variables:\n    LD_LIBRARY_PATH: x\n"), "is pinned by quern"));
  for (const std::string name : {"A-B", "1A", "A B", "A=B", "ä"})
    CHECK(contains(problem_of("a:\n  variables:\n    " + name + ": x\n"), "is not the name of a variable"));
}

TEST_CASE("a known name, nothing, default and a command are environments") {
  const std::vector<EnvironmentSpec> known = two_known();
  CHECK(resolve_environment("nightly", known) == known[0]);
  CHECK(resolve_environment("1.13", known) == known[1]);
  CHECK(resolve_environment("", known) == EnvironmentSpec{});
  CHECK(resolve_environment("default", known) == EnvironmentSpec{});
  for (const std::string command : {"source a/activate", "./env.sh", "export A=1", "a;b", "cd build && . ./env.sh"}) {
    const EnvironmentSpec spec = resolve_environment(command, known);
    CHECK(spec.name == command);
    CHECK(spec.source == command);
  }
}

TEST_CASE("what looks like a name and is none names those that there are") {
  const Error near = error_of("nigthly", two_known());
  CHECK(near.kind() == ErrorKind::usage);
  CHECK(std::string(near.what()) == "unknown environment 'nigthly'");
  CHECK(contains(near.hint(), "did you mean 'nightly'?"));
  CHECK(contains(error_of("something-else", two_known()).hint(), "valid here: default, nightly, 1.13"));
}

TEST_SUITE_END();
