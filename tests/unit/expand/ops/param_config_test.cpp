// SPDX-License-Identifier: Apache-2.0
#include "expand/ops/param_config.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/unit/expand/ops/config_text.hpp"
#include "tests/unit/expand/suite_text.hpp"

namespace quern {
namespace {

using test::add_config;
using test::expand;
using test::ids;
using test::mistake_lines;
using Lines = std::vector<std::string>;

const std::string kTwoBuilds = R"({"aten::x": {"config": [
  {"build": [{"args": []}, {"args": [{"type": "int", "value": 1}]}],
   "input": [{"args": [{"type": "int", "value": 2}]}, {}]}]}})";

}  // namespace

TEST_SUITE_BEGIN("expand/ops/param_config");

TEST_CASE("ids are made of file, operator, config, build and input") {
  CHECK(ids(expand(kTwoBuilds)) == Lines{"a/aten.x/0/0/0:eager:forward:cpp:t1", "a/aten.x/0/0/1:eager:forward:cpp:t1",
                                         "a/aten.x/0/1/0:eager:forward:cpp:t1", "a/aten.x/0/1/1:eager:forward:cpp:t1"});
}

TEST_CASE("a call keeps its keys as they were written, and knows its id") {
  const std::vector<Case> cases = expand(kTwoBuilds);
  const OperatorCall& call = *operator_of(cases[2]);
  CHECK(call.name == "aten::x");
  CHECK(op_run_id(call) == "aten::x|0|1|0");
  CHECK(call.call == R"({"build":{"args":[{"type":"int","value":1}]},"input":{"args":[{"type":"int","value":2}]}})");
  CHECK(call_text(call) == "aten::x[1](2)");
}

TEST_CASE("no build, an empty build and one build that is no list") {
  const auto call = [](const std::string& build) {
    const std::string text = R"({"o": {"config": [{)" + build + R"("input": [{}]}]}})";
    return operator_of(expand(text).front())->call;
  };
  CHECK(call("") == R"({"build":null,"input":{}})");
  CHECK(call(R"("build": null, )") == R"({"build":null,"input":{}})");
  CHECK(call(R"("build": [], )") == R"({"build":[],"input":{}})");
  CHECK(call(R"("build": {"args": []}, )") == R"({"build":{"args":[]},"input":{}})");
}

TEST_CASE("the same tree can be written in YAML") {
  CHECK(ids(expand("torch.add:\n  config:\n    - input: [{args: [{type: int, value: 1}]}]\n")) ==
        Lines{"a/torch.add/0/0/0:eager:forward:cpp:t1"});
}

TEST_CASE("a dummy needs no input") {
  const std::vector<Case> cases =
      expand(R"({"o": {"input_iterator": "DummyConfigIterator", "config": [{"build": []}]}})");
  CHECK(operator_of(cases.at(0))->call == R"({"build":[],"input":{}})");
}

TEST_CASE("names of operators become labels") {
  CHECK(operator_label("aten::add.Tensor") == "aten.add.Tensor");
  CHECK(operator_label("aten::add(Tensor self) -> Tensor") == "aten.add");
  CHECK(operator_label("script:models/a.pt") == "script.models_a.pt");
}

TEST_CASE("every mistake is found at once, with its place and the word that was meant") {
  const std::string text = R"({
"torch.add": {"input_iterator": "RangeConfigIter", "config": [{"input": []}]},
"torch.mul": {"input_data_generator": "PyTorch:Default", "config": []},
"torch.sub": {"confg": []},
"torch.div": {"config": [{"inputs": [{}]}, {}]},
"torch.eq": {"config": [{"input": [{"args": [{"type": "tensr"}, {"type": "tensor", "dtype": "floot", "shape": 1}]}]}]},
"torch.add": {"config": [{"input": [{}]}]}
})";
  CHECK(mistake_lines(text) ==
        Lines{"a.yaml:2:33: unknown iterator 'RangeConfigIter'",
              "a.yaml:2:73: expected a list of calls, one at least, found an empty list",
              "a.yaml:3:39: unknown data generator 'PyTorch:Default'",
              "a.yaml:3:68: expected a list of configs, one at least, found an empty list",
              "a.yaml:4:15: unknown key 'confg' in an operator", "a.yaml:5:27: unknown key 'inputs' in a config",
              "a.yaml:5:44: expected a map with the keys of a config, found an empty map",
              "a.yaml:6:55: unknown type 'tensr'", "a.yaml:6:93: unknown dtype 'floot'",
              "a.yaml:6:111: expected a list of sizes, found '1'", "a.yaml:7:1: duplicate key 'torch.add'"});
}

TEST_CASE("values must be of their type") {
  CHECK(mistake_lines(add_config(R"({"type": "int", "value": "x"})")).at(0).ends_with("expected a number, found 'x'"));
  CHECK(mistake_lines(add_config(R"({"type": "int"})")).at(0).ends_with("an argument of type int needs a value"));
  CHECK(mistake_lines(add_config(R"({"type": "bool", "value": 1})"))
            .at(0)
            .ends_with("expected true or false, found '1'"));
  CHECK(mistake_lines(add_config(R"({"type": "str", "vale": "x"})"))
            .at(0)
            .ends_with("unknown key 'vale' in an argument of type str"));
  CHECK(mistake_lines(add_config("1")).at(0).ends_with("expected an argument with a type"));
  CHECK(mistake_lines(add_config(R"({"type": "tensor", "dtype": "float", "shape": [-1]})"))
            .at(0)
            .ends_with("a size of -1, and no __copy__ that fills it"));
}

TEST_CASE("a number keeps what was written, whatever its type says") {
  CHECK(operator_of(expand(add_config(R"({"type": "int", "value": 2.5})")).at(0))->call.find("2.5") !=
        std::string::npos);
}

TEST_CASE("macros need an iterator that expands them") {
  const Lines found =
      mistake_lines(add_config(R"({"type": "int", "value": [1, 2], "__range__": ["value"]})", "DefaultConfigIterator"));
  CHECK(found.at(0).ends_with("'__range__' needs RangeConfigIterator"));
}

TEST_CASE("JSON that is no config at all is judged as one") {
  CHECK(mistake_lines(R"({"torch.add": 1})") ==
        Lines{"a.yaml:1:15: expected a map with the keys of an operator, found '1'"});
}

TEST_CASE("the hash follows what is run, and neither the order of keys nor names of arguments") {
  const auto hash = [](const std::string& args) { return expand(add_config(args)).at(0).definition_hash; };
  const std::string one = hash(R"({"type": "int", "value": 1})");
  CHECK(hash(R"({"value": 1, "name": "x", "type": "int"})") == one);
  CHECK(hash(R"({"type": "int", "value": 2})") != one);
}

TEST_SUITE_END();

}  // namespace quern
