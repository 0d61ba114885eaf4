// SPDX-License-Identifier: Apache-2.0
#include "expand/materialize.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/expand/suite_text.hpp"

using namespace quern;
using namespace quern::test;

namespace {

const Case& find(const std::vector<Case>& cases, std::string_view id) {
  for (const Case& args : cases)
    if (args.id == id) return args;
  FAIL("no case " << std::string(id));
  return cases.front();
}

const char* const kTraining =
    "stmts:\n"
    "  f:\n"
    "    py_stmt: y = x * w\n"
    "    cpp_stmt: auto y = x * w;\n"
    "    setup: {py: 'x = w = 1', cpp: 'auto x = 1, w = 1;', global: {py: import math, cpp: '#include <cmath>'}}\n"
    "    signature: f(x, w) -> y\n"
    "    torchscript: true\n"
    "    autograd: true\n"
    "    num_threads: [2, 1]\n";

}  // namespace

TEST_SUITE_BEGIN("expand/materialize");

TEST_CASE("a requirement of one language leaves the other alone") {
  const std::vector<Case> cases = expand(
      "requires: {torch: '>=1.2', cpp: '>=1.5'}\n"
      "stmts:\n"
      "  s: {py_stmt: x, cpp_stmt: x;, requires: {py: '>=1.3', cpp: ['>=1.2', cuda]}}\n");
  REQUIRE(cases.size() == 2);
  for (const Case& args : cases)
    CHECK(args.requires_ == (args.language == Language::cpp ? std::vector<std::string>{">=1.2", ">=1.5", "cuda"}
                                                            : std::vector<std::string>{">=1.2", ">=1.3"}));
}

TEST_CASE("the order is runtime, pass, language, threads, the last fastest") {
  CHECK(ids(expand(kTraining)) ==
        std::vector<std::string>{
            "f:eager:forward:python:t2", "f:eager:forward:python:t1", "f:eager:forward:cpp:t2",
            "f:eager:forward:cpp:t1", "f:eager:forward_backward:python:t2", "f:eager:forward_backward:python:t1",
            "f:eager:forward_backward:cpp:t2", "f:eager:forward_backward:cpp:t1", "f:torchscript:forward:python:t2",
            "f:torchscript:forward:python:t1", "f:torchscript:forward:cpp:t2", "f:torchscript:forward:cpp:t1",
            "f:torchscript:forward_backward:python:t2", "f:torchscript:forward_backward:python:t1",
            "f:torchscript:forward_backward:cpp:t2", "f:torchscript:forward_backward:cpp:t1"});
}

TEST_CASE("backward is called on the output, in each language and runtime") {
  const std::vector<Case> cases = expand(kTraining);
  CHECK(snippet(find(cases, "f:eager:forward_backward:python:t1")).stmt.text() == "y = x * w\ny.backward()");
  CHECK(snippet(find(cases, "f:eager:forward_backward:cpp:t1")).stmt.text() == "auto y = x * w;\ny.backward();");
  CHECK(snippet(find(cases, "f:torchscript:forward_backward:python:t1")).stmt.text() ==
        "y = jit_model(x, w)\ny.backward()");
  CHECK(snippet(find(cases, "f:torchscript:forward_backward:cpp:t1")).stmt.text() ==
        "auto y = jit_model.forward(jit_inputs);\ny.toTensor().backward();");
}

TEST_CASE("TorchScript cases of both languages load one model, made from the Python code, and warm up") {
  const std::vector<Case> cases = expand(kTraining);
  const Case& python = find(cases, "f:torchscript:forward:python:t1");
  const Case& cpp = find(cases, "f:torchscript:forward:cpp:t1");
  REQUIRE(python.assets.size() == 1);
  REQUIRE(cpp.assets.size() == 1);
  CHECK(python.assets[0].file == cpp.assets[0].file);
  CHECK(python.assets[0].model.kind == Model::Kind::function);
  CHECK(python.assets[0].model.setup == "import math\nx = w = 1");
  CHECK(python.assets[0].model.source == "def jit_model(x, w):\n    y = x * w\n    return y\n");
  CHECK(snippet(python).setup.text() == "x = w = 1\njit_model = torch.jit.load(\"" + python.assets[0].file +
                                            "\")\nfor _ in range(3):\n    y = jit_model(x, w)");
  CHECK(snippet(cpp).setup.text() == "auto x = 1, w = 1;\ntorch::jit::Module jit_model = torch::jit::load(\"" +
                                         cpp.assets[0].file +
                                         "\");\nstd::vector<torch::jit::IValue> jit_inputs = {x, w};\n"
                                         "for (int warm_up = 0; warm_up < 3; ++warm_up) {\n"
                                         "    auto y = jit_model.forward(jit_inputs);\n}");
  CHECK(snippet(cpp).global_setup.text() == "#include <torch/script.h>\n#include <cmath>");
  CHECK(find(cases, "f:eager:forward:cpp:t1").assets.empty());
}

TEST_CASE("a model's file changes with its code, and with nothing else") {
  const auto file = [](const std::string& stmt, const std::string& label) {
    return expand("stmts: {" + label + ": {py_stmt: " + stmt + ", signature: f(x) -> y, torchscript: true}}")
        .back()
        .assets[0]
        .file;
  };
  CHECK(file("y = x", "a") == file("y = x", "b"));
  CHECK(file("y = x", "a") != file("y = -x", "a"));
}

TEST_CASE("boxing can be part of the C++ statement, and then not of the setup") {
  const std::vector<Case> cases = expand(
      "stmts: {f: {py_stmt: y = x, cpp_stmt: auto y = x;, signature: f(x) -> y, torchscript: true, "
      "boxing: measured}}");
  CHECK(snippet(find(cases, "f:torchscript:forward:cpp:t1")).stmt.text() ==
        "std::vector<torch::jit::IValue> jit_inputs = {x};\nauto y = jit_model.forward(jit_inputs);");
  CHECK(snippet(find(cases, "f:torchscript:forward:cpp:t1")).setup.text().find("\nstd::vector") == std::string::npos);
  CHECK(snippet(find(cases, "f:torchscript:forward:python:t1")).stmt.text() == "y = jit_model(x)");
}

TEST_CASE("without an output nothing is assigned, and the model returns None") {
  for (const std::string signature : {"f(x) -> None", "f(x)"}) {
    const std::vector<Case> cases =
        expand("stmts: {f: {py_stmt: x += 1, cpp_stmt: x += 1;, signature: " + signature + ", torchscript: true}}\n" +
               "modules: {m: {cpp_model: M model;, signature: " + signature + "}}");
    CHECK(snippet(find(cases, "f:eager:forward:cpp:t1")).stmt.text() == "x += 1;");
    CHECK(snippet(find(cases, "f:torchscript:forward:cpp:t1")).stmt.text() == "jit_model.forward(jit_inputs);");
    CHECK(snippet(find(cases, "f:torchscript:forward:python:t1")).stmt.text() == "jit_model(x)");
    CHECK(find(cases, "f:torchscript:forward:cpp:t1").assets[0].model.source ==
          "def jit_model(x):\n    x += 1\n    return None\n");
    CHECK(snippet(find(cases, "m:eager:forward:cpp:t1")).stmt.text() == "model->forward(x);");
  }
}

TEST_CASE("a module's call comes from its signature, its constructor stands after the setup") {
  const std::vector<Case> cases = expand(
      "modules:\n"
      "  m:\n"
      "    py_model: model = Net()\n"
      "    cpp_model: auto model = Net();\n"
      "    setup: {py: x = 1, cpp: auto x = 1;}\n"
      "    signature: f(x, w) -> y\n"
      "    torchscript: true\n");
  CHECK(snippet(find(cases, "m:eager:forward:python:t1")).stmt.text() == "y = model(x, w)");
  CHECK(snippet(find(cases, "m:eager:forward:python:t1")).setup.text() == "x = 1\nmodel = Net()");
  CHECK(snippet(find(cases, "m:eager:forward:cpp:t1")).stmt.text() == "auto y = model->forward(x, w);");
  const Case& scripted = find(cases, "m:torchscript:forward:cpp:t1");
  CHECK(scripted.assets[0].model.kind == Model::Kind::module);
  CHECK(scripted.assets[0].model.source == "model = Net()");
  CHECK(snippet(scripted).setup.text().find("Net()") == std::string::npos);  // it is in the file
}

TEST_CASE("setup is inherited from the outside in, then a definition's, then its block's") {
  const std::vector<Case> cases = expand(
      "setup: {py: a, global: {py: ga}}\n"
      "groups:\n"
      "  g:\n"
      "    setup: {py: b, global: {py: gb}}\n"
      "    variants:\n"
      "      v:\n"
      "        setup: {py: c, global: {py: gc}}\n"
      "        py_block: |\n"
      "          # @Setup\n"
      "          d\n"
      "          # @Global_Setup\n"
      "          gd\n"
      "          # @Lines\n"
      "          x\n"
      "    timer_args:\n"
      "      t: {language: python, setup: c, stmt: x}\n");
  REQUIRE(cases.size() == 2);
  CHECK(snippet(cases[0]).setup.text() == "a\nb\nc\nd");
  CHECK(snippet(cases[0]).global_setup.text() == "ga\ngb\ngc\ngd");
  CHECK(snippet(cases[1]).setup.text() == "a\nb\nc");
}

TEST_CASE("setup of one language does not reach the other") {
  const std::vector<Case> cases = expand("setup: {py: a, cpp: b;}\nstmts: {s: {py_stmt: x, cpp_stmt: x;}}\n");
  CHECK(snippet(cases[0]).setup.text() == "a");
  CHECK(snippet(cases[1]).setup.text() == "b;");
}

TEST_CASE("tags and requirements add up, each once; threads are replaced") {
  const std::vector<Case> cases = expand(
      "tags: [z, a]\n"
      "requires: '>=1.8'\n"
      "num_threads: [1, 2]\n"
      "stmts:\n"
      "  s: {py_stmt: x, tags: [m, a], requires: [cuda, '>=1.8'], num_threads: 3}\n"
      "  t: {py_stmt: x}\n");
  REQUIRE(cases.size() == 3);
  CHECK(cases[0].tags == std::vector<std::string>{"a", "m", "z"});
  CHECK(cases[0].requires_ == std::vector<std::string>{">=1.8", "cuda"});
  CHECK(cases[0].num_threads == 3);
  CHECK(cases[2].id == "t:eager:forward:python:t2");
}

TEST_CASE("pieces of a setup remember where they were written") {
  const std::vector<Case> cases = expand(
      "setup:\n"
      "  py: |\n"
      "    a\n"
      "    b\n"
      "stmts:\n"
      "  s: {setup: {py: c}, py_stmt: x}\n");
  const std::vector<Code::Span>& spans = snippet(cases[0]).setup.spans();
  REQUIRE(spans.size() == 2);
  CHECK(to_string(spans[0].origin) == "a.yaml:3:5");
  CHECK(spans[1].first_line == 2);
  CHECK(to_string(spans[1].origin) == "a.yaml:6:19");
}

TEST_CASE("an explicit case is passed through") {
  const std::vector<Case> cases = expand(
      "timer_args:\n"
      "  t: {language: cpp, stmt: x;, setup: a;, global_setup: '#include <a>', num_threads: 4}\n");
  REQUIRE(cases.size() == 1);
  CHECK(cases[0].id == "t:explicit:explicit:cpp:t4");
  CHECK(snippet(cases[0]).stmt.text() == "x;");
  CHECK(snippet(cases[0]).global_setup.text() == "#include <a>");
}

TEST_CASE("ids that collide are reported with the place that made the first") {
  CHECK(mistake_lines("groups:\n  a: {stmts: {n=1: {py_stmt: x}}}\nstmts:\n  A: {axes: {n: [1]}, py_stmt: '{n}'}\n") ==
        std::vector<std::string>{"a.yaml:4:3: duplicate label 'A'",
                                 "a.yaml:4:3: duplicate id 'a/n=1:eager:forward:python:t1'"});
}

TEST_CASE("axes that multiply without bound are refused before they are multiplied") {
  std::string axes = "axes: {";
  std::string stmt;
  for (int i = 0; i < 8; ++i) {
    axes += "a" + std::to_string(i) + ": [";
    for (int value = 0; value < 256; ++value) axes += std::to_string(value) + ", ";
    axes += "], ";
    stmt += "{a" + std::to_string(i) + "}";
  }
  const std::vector<std::string> lines = mistake_lines(axes + "}\nstmts: {s: {py_stmt: '" + stmt + "'}}\n");
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == "a.yaml:2:9: the axes make more than 100000 cases");
}

TEST_CASE("a suite of exactly the largest size is expanded") {
  std::string axis;
  for (int value = 0; value < 1000; ++value) axis += std::to_string(value) + ", ";
  const std::string text = "axes: {a: [" + axis + "]}\nnum_threads: [1]\nstmts: {s: {py_stmt: '{a}'}}\n";
  CHECK(expand(text).size() == 1000);
}

TEST_SUITE_END();
