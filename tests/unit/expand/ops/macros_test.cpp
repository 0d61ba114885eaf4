// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/macros.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/unit/expand/ops/config_text.hpp"
#include "tests/unit/expand/suite_text.hpp"

namespace quern {
namespace {

using test::add_config;
using test::expand;
using test::mistake_lines;
using Calls = std::vector<std::string>;

Calls calls(const std::string& text) {
  Calls all;
  for (const Case& args : expand(text)) all.push_back(call_text(*operator_of(args)));
  return all;
}

std::string only_mistake(const std::string& args) {
  const std::vector<std::string> lines = mistake_lines(add_config(args));
  return lines.size() == 1 ? lines.front().substr(lines.front().find(' ') + 1) : std::to_string(lines.size());
}

std::string tensor(const std::string& shape, const std::string& more = "") {
  return R"({"type": "tensor", "dtype": "float", "shape": )" + shape + more + "}";
}

}  // namespace

TEST_SUITE_BEGIN("expand/ops/macros");

TEST_CASE("the most belongs to a range, and the step is 1") {
  CHECK(calls(add_config(R"({"type": "int", "value": [1, 3], "__range__": ["value"]})")) ==
        Calls{"torch.add(1)", "torch.add(2)", "torch.add(3)"});
  CHECK(calls(add_config(R"({"type": "int", "value": [10, 15, 2], "__range__": ["value"]})")) ==
        Calls{"torch.add(10)", "torch.add(12)", "torch.add(14)"});
  CHECK(calls(add_config(R"({"type": "float", "value": [0, 0.3, 0.1], "__range__": ["value"]})")).size() == 4);
}

TEST_CASE("texts, booleans and dtypes are listed") {
  CHECK(calls(add_config(R"({"type": "str", "value": ["a", "b"], "__range__": ["value"]})")) ==
        Calls{"torch.add(\"a\")", "torch.add(\"b\")"});
  CHECK(calls(add_config(R"({"type": "tensor", "dtype": ["float", "int"], "shape": [2], "__range__": ["dtype"]})")) ==
        Calls{"torch.add(float[2])", "torch.add(int[2])"});
}

TEST_CASE("the first argument is outermost, keywords are innermost, and keys count in the order of the file") {
  const std::string text = R"({"o": {"input_iterator": "RangeConfigIterator", "config": [{"input": [
      {"kwargs": {"k": {"type": "int", "value": [7, 8], "__range__": ["value"]}},
       "args": [{"type": "tensor", "shape": [[1, 2]], "dtype": ["f32", "i64"], "__range__": ["dtype", "shape"]}]}]}]}})";
  CHECK(calls(text) == Calls{"o(f32[1], k=7)", "o(f32[1], k=8)", "o(i64[1], k=7)", "o(i64[1], k=8)", "o(f32[2], k=7)",
                             "o(f32[2], k=8)", "o(i64[2], k=7)", "o(i64[2], k=8)"});
}

TEST_CASE("ids count the combinations of each call") {
  const std::vector<Case> cases = expand(add_config(tensor("[[1, 2], [3, 4]]", R"(, "__range__": ["shape"])")));
  std::vector<std::string> run_ids;
  for (const Case& args : cases) run_ids.push_back(operator_of(args)->run_id);
  CHECK(run_ids == std::vector<std::string>{"0|0|0_0", "0|0|0_1", "0|0|0_2", "0|0|0_3"});
}

TEST_CASE("items of lists are expanded, also without a range around them") {
  CHECK(calls(add_config(R"({"type": "genericlist", "value": [
      {"type": "int", "value": [1, 2], "__range__": ["value"]}, {"type": "int", "value": 5}]})")) ==
        Calls{"torch.add([1, 5])", "torch.add([2, 5])"});
}

TEST_CASE("a list enumerates any value") {
  CHECK(calls(add_config(R"({"type": "int", "value": [4, 9], "__list__": true})")) ==
        Calls{"torch.add(4)", "torch.add(9)"});
}

TEST_CASE("copies follow the ranges, and chains of them are resolved") {
  const std::string first = tensor("[[1, 2], -1]", R"(, "__range__": ["shape"], "__copy__": [{"shape": [1, [1, 0]]}])");
  const std::string second = tensor("[-1, 5]", R"(, "__copy__": [{"shape": [0, [0, 0]]}])");
  CHECK(calls(add_config(first + ", " + second)) ==
        Calls{"torch.add(float[1, 1], float[1, 5])", "torch.add(float[2, 2], float[2, 5])"});
}

TEST_CASE("a copy may name a keyword") {
  const std::string text = R"({"o": {"input_iterator": "RangeConfigIterator", "config": [{"input": [
      {"args": [{"type": "tensor", "dtype": "f32", "shape": [-1], "__copy__": [{"shape": [0, ["m", 0]]}]}],
       "kwargs": {"m": {"type": "tensor", "dtype": "f32", "shape": [[3, 4]], "__range__": ["shape"]}}}]}]}})";
  CHECK(calls(text) == Calls{"o(f32[3], m=f32[3])", "o(f32[4], m=f32[4])"});
}

TEST_CASE("copies that cannot be made are mistakes") {
  const auto copying = [](const std::string& copy) {
    return tensor("[-1]", R"(, "__copy__": [{"shape": )" + copy + "}]");
  };
  CHECK(only_mistake(copying("[0, [0, 0]]")) == "these copies go round in a circle");
  CHECK(only_mistake(copying("[0, [1, 0]]")) == "there is no argument '1' to copy from");
  CHECK(only_mistake(copying("[0, [0, 7]]")) == "'shape' of argument '0' has 1 elements, and no 7");
  CHECK(only_mistake(copying("[0, 1]")) == "this is no copy");
}

TEST_CASE("a range that never ends or holds nothing is a mistake") {
  const auto range = [](const std::string& value) {
    return only_mistake(R"({"type": "int", "value": )" + value + R"(, "__range__": ["value"]})");
  };
  CHECK(range("[1, 5, 0]") == "a step of 0 never gets there");
  CHECK(range("[1, 5, -1]") == "a step of -1 never gets there");
  CHECK(range("[5, 1]") == "an empty range: the least is greater than the most");
  CHECK(range("[1]") == "expected a range [least, most] or [least, most, step], found a list");
  CHECK(range("[1, 2.5]") == "expected a whole number, found '2.5'");
}

TEST_CASE("draws stay within their ends, are echoed, and depend on seed and case alone") {
  const std::string text =
      add_config(R"({"type": "int", "value_range": [3, 5]}, {"type": "float", "value_range": [0, 1]})");
  const std::string call = operator_of(expand(text).at(0))->call;
  const nlohmann::ordered_json args = nlohmann::ordered_json::parse(call)["input"]["args"];
  CHECK(args[0]["value"] >= 3);
  CHECK(args[0]["value"] <= 5);
  CHECK(args[0].contains("value_range"));
  CHECK(args[1]["value"] >= 0.0);
  CHECK(args[1]["value"] < 1.0);
  CHECK(operator_of(expand(text).at(0))->call == call);
}

TEST_CASE("100,000 combinations are quick, and more are a mistake that tells how many") {
  const auto config = [](const std::string& most) {
    return add_config(R"({"type": "int", "value": [1, )" + most + R"(], "__range__": ["value"]})");
  };
  const auto start = std::chrono::steady_clock::now();
  CHECK(expand(config("100000")).size() == 100000);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));  // seconds, also without optimisation
  CHECK(mistake_lines(config("1200000")).at(0) ==
        "a.yaml:1:2: torch.add: expands to 1,200,000 cases; the limit is 100,000");
  CHECK(mistake_lines(config("9223372036854775807")).size() == 1);
}

TEST_SUITE_END();

}  // namespace quern
