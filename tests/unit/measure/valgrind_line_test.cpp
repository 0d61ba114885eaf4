// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/measure/server.hpp"

using namespace quern;

namespace {

using Words = std::vector<std::string>;

/// A server of this test's own program: a real one, so that its loader can be found.
ServerSpec some_server() {
  ServerSpec spec;
  spec.valgrind = "/usr/bin/valgrind";
  spec.command = {"./program", "eager"};
  spec.links = {{"program", "/proc/self/exe"}};
  return spec;
}

bool has(const ChildSpec& child, const std::string& word) {
  return std::find(child.arguments.begin(), child.arguments.end(), word) != child.arguments.end();
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/valgrind_line");

TEST_CASE("Valgrind gets the options that counts rest on") {
  const Server server(some_server());
  const ChildSpec child = server.child_spec();
  CHECK(child.program == "/usr/bin/valgrind");
  for (const char* word : {"--tool=callgrind", "--instr-atstart=no", "--skip-plt=no", "--fair-sched=yes", "--vgdb=no",
                           "--cache-sim=no", "--branch-sim=no"}) {
    CAPTURE(word);
    CHECK(has(child, word));
  }
}

TEST_CASE("the program is started through its loader, without the loader's cache") {
  const Server server(some_server());
  const Words words = server.child_spec().arguments;
  const auto program = std::find(words.begin(), words.end(), "./program");
  REQUIRE(program - words.begin() >= 2);
  REQUIRE(program != words.end());
  CHECK(*(program - 1) == "--inhibit-cache");
  CHECK((program - 2)->find("/ld-linux") != std::string::npos);
}

TEST_CASE("both ways of isolation have a word of the same length") {
  ServerSpec spec = some_server();
  const std::string fork = Server(spec).child_spec().arguments.back();
  spec.isolation = Isolation::process;
  const std::string process = Server(spec).child_spec().arguments.back();
  CHECK(fork != process);
  CHECK(fork.size() == process.size());
}

TEST_CASE("simulations are switched on by what is asked for") {
  ServerSpec spec = some_server();
  spec.metrics = {"cache"};
  CHECK(has(Server(spec).child_spec(), "--cache-sim=yes"));
  spec.metrics.emplace_back("branch");
  CHECK(has(Server(spec).child_spec(), "--branch-sim=yes"));
}

TEST_SUITE_END();
