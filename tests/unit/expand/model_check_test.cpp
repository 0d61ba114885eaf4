// SPDX-License-Identifier: Apache-2.0
#include "expand/model_check.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("expand/model_check");

TEST_CASE("Python code that defines model is accepted") {
  for (const std::string code :
       {"model = torch.nn.ReLU()", "model: torch.nn.Module = f()", "def model(x):\n  return x", "class model: pass",
        "from zoo import resnet as model", "import model", "x = 1\nmodel=2", "with f() as model:\n  pass",
        "text = '#'; model = 1", "model, other = f()", "(model := f())", "for model in models: pass"})
    CHECK_MESSAGE(defines_model(code, Language::python), code);
}

TEST_CASE("Python code that only mentions model is not") {
  for (const std::string code : {"", "modle = 1", "my_model = 1", "models = 1", "# model = 1", "print('model = 1')",
                                 "model == 1", "model.eval()", "f(model)"})
    CHECK_MESSAGE(!defines_model(code, Language::python), code);
}

TEST_CASE("C++ code that defines model is accepted") {
  for (const std::string code :
       {"auto model = f();", "torch::nn::Linear model(4, 2);", "Net model;", "Net model{1};", "auto& model = m;",
        "std::shared_ptr<Net> model = m;", "Net* model = m;", "auto s = \"//\"; auto model = f();",
        "// a net\nauto model =\n    f();", "auto [model, x] = f();", "Net model, other;", "int n = 1'000; Net model;"})
    CHECK_MESSAGE(defines_model(code, Language::cpp), code);
}

TEST_CASE("C++ code that only mentions model is not") {
  for (const std::string code :
       {"", "auto modle = f();", "auto my_model = f();", "// auto model = f();", "auto s = \"auto model = f();\";",
        "model->eval();", "f(model);", "if (model == x) {}"})
    CHECK_MESSAGE(!defines_model(code, Language::cpp), code);
}

TEST_SUITE_END();
