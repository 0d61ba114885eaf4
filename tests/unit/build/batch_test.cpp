// SPDX-License-Identifier: Apache-2.0
#include "harness/build/batch.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "tests/unit/build/cases.hpp"
#include "tests/unit/build/fake_compiler.hpp"

using namespace quern;
using test::FakeMachine;
using test::make_case;

namespace {

/// Builds cases whose statements stand in lines 10, 20, 30, … of s.yaml, column 5.
struct Build {
  explicit Build(const std::vector<std::string>& stmts, const std::string& family = "clang") : machine(family) {
    for (const std::string& stmt : stmts)
      cases.push_back(make_case(stmt, {"s.yaml", 10 * (static_cast<int>(cases.size()) + 1), 5}));
  }

  Batch run() {
    std::vector<const Case*> pointers;
    for (const Case& args : cases) pointers.push_back(&args);
    Toolchain toolchain = machine.toolchain();
    machine.compiler.sources.clear();
    machine.compiler.questions.clear();
    return build_batch(pointers, toolchain, machine.cache, 1);
  }

  /// Of a case that was built.
  [[nodiscard]] const BuiltSnippet& built(const Batch& batch, std::size_t number) const {
    return batch.snippets.at(snippet_symbol(cases[number]));
  }

  const Failure& failure(const Batch& batch, std::size_t number) const {
    return batch.failures.at(snippet_symbol(cases[number]));
  }

  FakeMachine machine;
  std::vector<Case> cases;
};

}  // namespace

TEST_SUITE_BEGIN("harness/build/batch");

TEST_CASE("each case has an object of its own, in whose source no other is") {
  Build build({"a();", "b();", "c();"});
  const Batch batch = build.run();
  CHECK(batch.failures.empty());
  CHECK(batch.snippets.size() == 3);
  CHECK(build.built(batch, 0).object != build.built(batch, 1).object);
  REQUIRE(build.machine.compiler.sources.size() == 3);
  for (const std::string& source : build.machine.compiler.sources)
    CHECK(source.find("extern") == source.rfind("extern"));
}

TEST_CASE("no cases, no object") {
  Build build({});
  CHECK(build.run().snippets.empty());
}

TEST_CASE("what else is in the suite leaves an object as it is, and the second time it comes from the cache") {
  Build build({"a();", "b();", "c();"});
  const std::filesystem::path first = build.built(build.run(), 1).object;
  build.cases = {build.cases[1]};
  CHECK(build.built(build.run(), 0).object == first);
  CHECK(build.machine.compiler.sources.empty());
}

TEST_CASE("the same code is compiled once, whoever asks for it") {
  Build build({"a();", "a();"});
  build.cases[1].num_threads = 2;
  CHECK(build.run().snippets.size() == 1);
  CHECK(build.machine.compiler.sources.size() == 1);
}

TEST_CASE("a case that does not compile fails alone, with the message where it was written") {
  Build build({"a();", "b(BAD);", "c();"});
  const Batch batch = build.run();
  REQUIRE(batch.failures.size() == 1);
  const Failure& failure = build.failure(batch, 1);
  CHECK(failure.kind == FailureKind::compile);
  CHECK(failure.message == "BAD is not good");
  CHECK(failure.where == "s.yaml:20:7");
  CHECK(failure.log.find("s.yaml:20:3: error:") != std::string::npos);
  CHECK(batch.snippets.size() == 2);
}

TEST_CASE("a failed compilation leaves nothing in the cache") {
  Build build({"BAD;"});
  static_cast<void>(build.run());
  for (const Cache::Listed& entry : build.machine.cache.list()) CHECK(entry.kind != "snippets");
  CHECK(std::filesystem::is_empty(build.machine.cache.root() / "making"));
}

TEST_CASE("a value that cannot be kept is not, and the case says so") {
  Build build({"a();", "FIXED();"});
  const Batch batch = build.run();
  CHECK(batch.failures.empty());
  CHECK(build.built(batch, 0).notes.empty());
  REQUIRE(build.built(batch, 1).notes.size() == 1);
  CHECK(build.built(batch, 1).notes.front().starts_with("results are not kept alive"));
  CHECK(build.built(build.run(), 1).notes.size() == 1);  // from the cache
}

TEST_CASE("where the text is not clear the compiler is asked, and its tree decides") {
  Build build({"V<int> v(1);"});
  build.machine.compiler.tree =
      R"(Dumping quern_question: {"inner": [{"kind": "CompoundStmt", "inner": [{"kind": "CompoundStmt", "inner": [
         {"kind": "DeclStmt", "inner": [{"kind": "VarDecl", "name": "other"}]}]}]}]})";
  const Batch batch = build.run();
  CHECK(build.machine.compiler.questions.size() == 1);
  CHECK(build.machine.compiler.sources.back().find("::quern::keep(other);") != std::string::npos);
  CHECK(build.built(batch, 0).notes.empty());
}

TEST_CASE("another compiler has no tree to show: the text is taken, and what is in blocks is said to be lost") {
  Build build({"V<int> v(1);", "if (c) { f(x); }"}, "gcc");
  const Batch batch = build.run();
  CHECK(build.machine.compiler.questions.empty());
  CHECK(build.built(batch, 0).notes.empty());
  REQUIRE(build.built(batch, 1).notes.size() == 1);
  CHECK(build.built(batch, 1).notes.front().starts_with("results in blocks and loops are not kept"));
}

TEST_CASE("ways out of a statement fail the case at their place") {
  for (const char* family : {"clang", "gcc"}) {
    Build build({"a();", "if (c) break;", "if (c) goto out;"}, family);
    const Batch batch = build.run();
    CHECK(batch.snippets.size() == 1);
    CHECK(build.failure(batch, 1).message == "the statement is left by 'break': every iteration must run to its end");
    CHECK(build.failure(batch, 1).where == "s.yaml:20:12");
    CHECK(build.failure(batch, 2).message.starts_with("the statement is left by 'goto out'"));
  }
}

TEST_CASE("an error inside a header is shown where a note says that the user's code led there") {
  Build build({"a();", "b(DEEP);"});
  const Batch batch = build.run();
  const Failure& failure = build.failure(batch, 1);
  CHECK(failure.message == "no matching call");
  CHECK(failure.where == "s.yaml:20:7");
}

TEST_CASE("a compiler that does not say what is wrong is quoted so") {
  Build build({"a();", "MUTE();"});
  const Batch batch = build.run();
  REQUIRE(batch.failures.size() == 1);
  CHECK(build.failure(batch, 1).message == "the compiler gives no message");
  CHECK(build.failure(batch, 1).where == "s.yaml:20:5");
}

TEST_CASE("a mistake in the setup is shown there, in the column of its own piece") {
  Build build({"a();", "b();"});
  Code& setup = snippet(build.cases[1]).setup;
  setup = Code("int one;\nint two;", {"s.yaml", 100, 9});
  setup.append("int BAD;", {"s.yaml", 200, 3});
  const Batch batch = build.run();
  CHECK(build.failure(batch, 1).where == "s.yaml:200:7");
}

TEST_CASE("a mistake in the global setup fails all cases that share it, and no others") {
  Build build({"a();", "b();", "c();"});
  snippet(build.cases[0]).global_setup = snippet(build.cases[2]).global_setup = Code("BAD", {"s.yaml", 2, 3});
  const Batch batch = build.run();
  CHECK(batch.failures.size() == 2);
  CHECK(build.failure(batch, 0).where == "s.yaml:2:3");
  CHECK(batch.snippets.size() == 1);
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
  snippet(build.cases[0]).global_setup = Code("#include \"h.hpp\"", {(folder / "s.yaml").string(), 1, 1});
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
