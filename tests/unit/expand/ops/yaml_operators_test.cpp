// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/yaml_operators.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/unit/expand/suite_text.hpp"

namespace quern {
namespace {

using test::expand;
using test::ids;
using test::mistake_lines;
using Texts = std::vector<std::string>;

std::string input_of(const std::string& call) {
  const std::string text = "operators: {torch.add: {input: [" + call + "]}}";
  return operator_of(expand(text).at(0))->call;
}

std::string call_mistake(const std::string& call) {
  const Texts lines = mistake_lines("operators: {torch.add: {input: [" + call + "]}}");
  return lines.empty() ? std::string{} : lines.front().substr(lines.front().find(' ') + 1);
}

}  // namespace

TEST_SUITE_BEGIN("expand/ops/yaml_operators");

TEST_CASE("numbers, texts, lists and tensors stand for themselves") {
  CHECK(input_of(R"([1, 2.5, true, null, ab, [1, 2], "f32[4, 4]"])") ==
        R"({"build":null,"input":{"args":[{"type":"int","value":1},{"type":"float","value":2.5},)"
        R"({"type":"bool","value":true},{"type":"none"},{"type":"str","value":"ab"},)"
        R"({"type":"genericlist","value":[{"type":"int","value":1},{"type":"int","value":2}]},)"
        R"({"type":"tensor","dtype":"f32","shape":[4,4],"requires_grad":false}]}})");
}

TEST_CASE("a tensor's text says how it lies and what it holds") {
  CHECK(
      input_of(
          R"(["f32[4, 2] stride=(1, 4) on cuda grad", "i64[3] in 0..9", "f32[] =2", "f16[2,2,2,2] channels_last"])")
          .find(R"([{"type":"tensor","dtype":"f32","shape":[4,2],"requires_grad":true,"stride":[1,4],"device":"cuda"},)"
                R"({"type":"tensor","dtype":"i64","shape":[3],"requires_grad":false,"low":0,"high":9},)"
                R"({"type":"tensor","dtype":"f32","shape":[],"requires_grad":false,"low":2,"high":2},)"
                R"({"type":"tensor","dtype":"f16","shape":[2,2,2,2],"requires_grad":false,)"
                R"("memory_format":"channels_last"}])") != std::string::npos);
}

TEST_CASE("axes are part of labels and ids, and an axis alone is a number") {
  const std::vector<Case> cases = expand(
      "operators:\n  aten::mm:\n    axes: {n: [2, 8]}\n    input: [[\"f32[{n}, 3]\", \"{n}\"], {kwargs: {k: 1}}]\n");
  CHECK(ids(cases) == Texts{"aten.mm/0/0/n=2:eager:forward:cpp:t1", "aten.mm/0/0/n=8:eager:forward:cpp:t1",
                            "aten.mm/0/1:eager:forward:cpp:t1"});
  CHECK(call_text(*operator_of(cases[1])) == "aten::mm(f32[8, 3], 8)");
  CHECK(operator_of(cases[1])->run_id == "0|0|0_n=8");
  CHECK(call_text(*operator_of(cases[2])) == "aten::mm(k=1)");
}

TEST_CASE("autograd adds the backward pass, and gradients to floating tensors") {
  const std::vector<Case> cases =
      expand("operators: {torch.nn.Linear: {autograd: true, build: [[2, 3]], input: [[\"f32[1, 2]\", \"i64[1]\"]]}}");
  CHECK(ids(cases) ==
        Texts{"torch.nn.linear/0/0:eager:forward:cpp:t1", "torch.nn.linear/0/0:eager:forward_backward:cpp:t1"});
  CHECK(call_text(*operator_of(cases[0])) == "torch.nn.Linear[2, 3](f32[1, 2], i64[1])");
  const std::string& call = operator_of(cases[0])->call;
  CHECK(call.find(R"("dtype":"f32","shape":[1,2],"requires_grad":true)") != std::string::npos);
  CHECK(call.find(R"("dtype":"i64","shape":[1],"requires_grad":false)") != std::string::npos);
}

TEST_CASE("operators stand in groups, with tags and requirements, beside other definitions") {
  const std::vector<Case> cases = expand(
      "groups: {g: {tags: [t], operators: {torch.add: {input: [[1]], num_threads: [1, 2], requires: '>=1.9'}}}}\n"
      "stmts: {s: {cpp_stmt: x}}\n");
  CHECK(ids(cases) == Texts{"g/torch.add/0/0:eager:forward:cpp:t1", "g/torch.add/0/0:eager:forward:cpp:t2",
                            "s:eager:forward:cpp:t1"});
  CHECK(cases[0].tags == Texts{"t"});
  CHECK(cases[0].requires_ == Texts{">=1.9"});
}

TEST_CASE("what cannot be read is a mistake, not a text") {
  CHECK(call_mistake(R"(["f33[4]"])") == "unknown dtype 'f33'");
  CHECK(call_mistake(R"(["f32[4, x]"])") == "the sizes of 'f32[4, x]' cannot be read");
  CHECK(call_mistake(R"(["f32[4"])") == "the sizes of 'f32[4' cannot be read");
  CHECK(call_mistake(R"(["f32[4] gradd"])") == "unknown word 'gradd' of a tensor");
  CHECK(call_mistake(R"(["f32[4] in 3"])") == "'in 3' is no range");
  CHECK(call_mistake(R"x(["f32[4] stride=(1, 2)"])x") == "'f32[4] stride=(1, 2)' has not as many strides as sizes");
  CHECK(call_mistake("{arg: [1]}") == "this is no call");
  CHECK(call_mistake("[{type: it}]") == "unknown type 'it'");
  CHECK(mistake_lines("operators: {torch.add: {axes: {n: [1]}, input: [[1]]}}")
            .at(0)
            .ends_with("axis 'n' is declared but not used"));
  CHECK(mistake_lines("operators: {torch.add: {autograd: true}}").at(0).ends_with("an operator without input"));
}

TEST_SUITE_END();

}  // namespace quern
