// SPDX-License-Identifier: Apache-2.0
#include "expand/case/asset.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("expand/case/asset");

TEST_CASE("a model's file is named after all that it is made from") {
  const Asset model = model_asset({Model::Kind::function, "x = 1", "def jit_model(x): pass"});
  CHECK(model.file == "models/" + model.hash + ".pt");
  CHECK(model_asset(model.model).hash == model.hash);
  CHECK(model_asset({Model::Kind::module, "x = 1", "def jit_model(x): pass"}).hash != model.hash);
  CHECK(model_asset({Model::Kind::function, "x = 2", "def jit_model(x): pass"}).hash != model.hash);
  CHECK(model_asset({Model::Kind::function, "x = 1", "def jit_model(y): pass"}).hash != model.hash);
}

TEST_SUITE_END();
