// SPDX-License-Identifier: Apache-2.0
#include "harness/build/batch.hpp"

#include <doctest/doctest.h>

#include "tests/unit/build/cases.hpp"
#include "tests/unit/build/fake_compiler.hpp"
#include "worker/protocol/error.hpp"

using namespace quern;
using test::FakeMachine;
using test::make_case;

namespace {

/// Builds cases whose statements stand in lines 10, 20, 30, … of s.yaml, column 5.
struct Build {
  explicit Build(const std::vector<std::string>& stmts) {
    for (const std::string& stmt : stmts)
      cases.push_back(make_case(stmt, {"s.yaml", 10 * (static_cast<int>(cases.size()) + 1), 5}));
  }

  Batch run() {
    std::vector<const TimerArgs*> pointers;
    for (const TimerArgs& args : cases) pointers.push_back(&args);
    Toolchain toolchain = machine.toolchain();
    machine.compiler.sources.clear();
    return build_batch(pointers, toolchain, machine.cache);
  }

  /// In how many of the built objects a case is.
  [[nodiscard]] int built(const Batch& batch, std::size_t number) const {
    int found = 0;
    for (const std::filesystem::path& object : batch.objects) {
      std::ostringstream text;
      text << std::ifstream(object.parent_path() / "snippets.cpp").rdbuf();
      if (text.str().find("void " + snippet_symbol(cases[number]) + "()") != std::string::npos) ++found;
    }
    return found;
  }

  const Failure& failure(const Batch& batch, std::size_t number) const {
    return batch.failures.at(snippet_symbol(cases[number]));
  }

  FakeMachine machine;
  std::vector<TimerArgs> cases;
};

}  // namespace

TEST_SUITE_BEGIN("harness/build/batch");

TEST_CASE("cases that compile share one object") {
  Build build({"a();", "b();", "c();"});
  const Batch batch = build.run();
  CHECK(batch.failures.empty());
  CHECK(batch.objects.size() == 1);
  CHECK(build.machine.compiler.sources.size() == 1);
  for (std::size_t i = 0; i < 3; ++i) CHECK(build.built(batch, i) == 1);
}

TEST_CASE("no cases, no object") {
  Build build({});
  CHECK(build.run().objects.empty());
}

TEST_CASE("the order of the suite leaves the source as it is, and the second time it comes from the cache") {
  Build build({"a();", "b();", "c();"});
  const Batch first = build.run();
  std::swap(build.cases[0], build.cases[2]);
  const Batch second = build.run();
  CHECK(second.objects == first.objects);
  CHECK(build.machine.compiler.sources.empty());
}

TEST_CASE("the same code is compiled once, whoever asks for it") {
  Build build({"a();", "a();"});
  build.cases[1].num_threads = 2;
  const Batch batch = build.run();
  const std::string& source = build.machine.compiler.sources.front();
  CHECK(source.find("extern") == source.rfind("extern"));
}

TEST_CASE("cases with another global setup have an object of their own") {
  Build build({"a();", "b();"});
  build.cases[1].global_setup = Code("#include <map>", {"s.yaml", 1, 1});
  CHECK(build.run().objects.size() == 2);
}

TEST_CASE("a case that does not compile fails alone, with the message where it was written") {
  Build build({"a();", "b(BAD);", "c();"});
  const Batch batch = build.run();
  REQUIRE(batch.failures.size() == 1);
  const Failure& failure = build.failure(batch, 1);
  CHECK(failure.kind == "compile");
  CHECK(failure.message == "BAD is not good");
  CHECK(failure.where == "s.yaml:20:7");
  CHECK(failure.log.find("s.yaml:20:3: error:") != std::string::npos);
  CHECK(build.built(batch, 0) == 1);
  CHECK(build.built(batch, 1) == 0);
  CHECK(build.built(batch, 2) == 1);
}

TEST_CASE("a failed compilation leaves nothing in the cache") {
  Build build({"BAD;"});
  static_cast<void>(build.run());
  for (const Cache::Listed& entry : build.machine.cache.list()) CHECK(entry.kind != "snippets");
  CHECK(std::filesystem::is_empty(build.machine.cache.root() / "making"));
}

TEST_CASE("a statement without a value is compiled as it stands") {
  Build build({"a();", "VOID();", "c();"});
  const Batch batch = build.run();
  CHECK(batch.failures.empty());
  for (std::size_t i = 0; i < 3; ++i) CHECK(build.built(batch, i) == 1);
}

TEST_CASE("several bad ones among good ones are all found") {
  Build build({"BAD;", "a();", "b(BAD);", "VOID();", "c();", "BAD + 1;"});
  const Batch batch = build.run();
  CHECK(batch.failures.size() == 3);
  CHECK(build.failure(batch, 5).where == "s.yaml:60:5");
  for (const std::size_t good : {1U, 3U, 4U}) CHECK(build.built(batch, good) == 1);
}

TEST_CASE("an error inside a header is shown where a note says that the user's code led there") {
  Build build({"a();", "b(DEEP);"});
  const Batch batch = build.run();
  const Failure& failure = build.failure(batch, 1);
  CHECK(failure.message == "no matching call");
  CHECK(failure.where == "s.yaml:20:7");
  CHECK(build.built(batch, 0) == 1);
}

TEST_CASE("a compiler that does not say what is wrong is asked for halves") {
  Build build({"a();", "b();", "MUTE();", "c();", "d();"});
  const Batch batch = build.run();
  REQUIRE(batch.failures.size() == 1);
  const Failure& failure = build.failure(batch, 2);
  CHECK(failure.message == "the compiler gives no message");
  CHECK(failure.where == "s.yaml:30:5");
  for (const std::size_t good : {0U, 1U, 3U, 4U}) CHECK(build.built(batch, good) == 1);
}

TEST_CASE("a mistake in the setup is shown there, in the column of its own piece") {
  Build build({"a();", "b();"});
  Code& setup = build.cases[1].setup;
  setup = Code("int one;\nint two;", {"s.yaml", 100, 9});
  setup.append("int BAD;", {"s.yaml", 200, 3});
  const Batch batch = build.run();
  CHECK(build.failure(batch, 1).where == "s.yaml:200:7");
}

TEST_CASE("a mistake in the global setup fails all cases that share it, and no others") {
  Build build({"a();", "b();", "c();"});
  build.cases[0].global_setup = build.cases[2].global_setup = Code("BAD", {"s.yaml", 2, 3});
  const Batch batch = build.run();
  CHECK(batch.failures.size() == 2);
  CHECK(build.failure(batch, 0).where == "s.yaml:2:3");
  CHECK(build.built(batch, 1) == 1);
}

TEST_CASE("a compiler that is killed is no failure of the case") {
  Build build({"a();"});
  build.machine.compiler.snippets_end = {ChildExit::How::signaled, 9};
  CHECK_THROWS_WITH_AS(static_cast<void>(build.run()), "the compiler was killed", Error);
}

TEST_CASE("a header is compiled again when it or what it includes changes, and not otherwise") {
  Build build({"work();"});
  const std::filesystem::path folder = build.machine.folder.path();
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
  write("h.hpp", "#include \"nested.hpp\"\n");
  write("nested.hpp", "10 nops\n");
  build.cases[0].global_setup = Code("#include \"h.hpp\"", {(folder / "s.yaml").string(), 1, 1});
  const auto compiled = [&] {
    static_cast<void>(build.run());
    return !build.machine.compiler.sources.empty();
  };
  CHECK(compiled());
  CHECK_FALSE(compiled());
  write("nested.hpp", "1,000 nops\n");
  CHECK(compiled());
  CHECK_FALSE(compiled());
  write("h.hpp", "#include \"nested.hpp\"\n// more\n");
  CHECK(compiled());
  std::filesystem::create_directory(folder / "deeper");  // not where it was found
  write("deeper/h.hpp", "");
  CHECK_FALSE(compiled());
}

TEST_SUITE_END();
