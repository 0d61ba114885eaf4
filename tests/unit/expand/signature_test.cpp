// SPDX-License-Identifier: Apache-2.0
#include "expand/signature.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

struct Outcome {
  std::optional<Signature> signature;
  std::string problems;
};

Outcome read(const std::string& text) {
  const Source source("a.yaml", text);
  Problems problems;
  std::optional<Signature> signature = read_signature({text, {&source, 1, 1}}, problems);
  return {signature, problems.render()};
}

}  // namespace

TEST_SUITE_BEGIN("expand/signature");

TEST_CASE("inputs and output are read, with any spacing") {
  for (const std::string text : {"f(x, w) -> y", "f(x,w)->y", "  f ( x , w )  ->  y  ", "name_1(x, w) -> y"}) {
    const Outcome outcome = read(text);
    REQUIRE_MESSAGE(outcome.signature.has_value(), text);
    CHECK(outcome.signature->inputs == std::vector<std::string>{"x", "w"});
    CHECK(outcome.signature->output == "y");
  }
}

TEST_CASE("inputs and output may both be missing") {
  CHECK(read("f() -> y").signature->inputs.empty());
  CHECK(read("f(x)").signature->output.empty());
  CHECK(read("f()").signature.has_value());
}

TEST_CASE("what cannot be read is shown where it begins") {
  CHECK(read("f(x -> y").problems ==
        "a.yaml:1:5: the signature cannot be read from here\n"
        "    f(x -> y\n"
        "        ^ the form is f(x, w) -> y");
  for (const std::string text : {"f", "f(", "f(x", "f(x,) -> y", "f(,x)", "(x) -> y", "f(x) y", "f(x) ->",
                                 "f(x) -> y z", "f(1x)", "f(x.y)", "f(*x) -> y", "-> y"}) {
    CHECK_MESSAGE(read(text).problems.find("cannot be read from here") != std::string::npos, text);
    CHECK_FALSE(read(text).signature.has_value());
  }
}

TEST_CASE("a name cannot stand twice, nor be one that generated code uses") {
  CHECK(read("f(x, x)").problems.starts_with("a.yaml:1:6: the signature repeats 'x'"));
  CHECK(read("f(x) -> x").problems.starts_with("a.yaml:1:9: the signature repeats 'x'"));
  for (const std::string name : {"model", "jit_model", "jit_inputs"})
    CHECK(read("f(" + std::string(name) + ")").problems.find("is a name of generated code") != std::string::npos);
}

TEST_CASE("only one output is possible") {
  CHECK(read("f(x) -> y, z").problems.starts_with("a.yaml:1:9: a signature has one output"));
}

TEST_CASE("identifiers are made of letters, digits and underscores, and do not begin with a digit") {
  for (const std::string word : {"a", "_", "A1", "snake_case"}) CHECK(is_identifier(word));
  for (const std::string word : {"", "1a", "a-b", "a b", "é", "a.b"}) CHECK_FALSE(is_identifier(word));
}

TEST_SUITE_END();
