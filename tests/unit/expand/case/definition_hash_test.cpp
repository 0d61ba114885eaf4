// SPDX-License-Identifier: Apache-2.0
#include "expand/case/definition_hash.hpp"

#include <doctest/doctest.h>

using namespace quern;

namespace {

Case example() {
  Case args;
  args.label = {"pointwise", "add"};
  snippet(args).stmt = Code("x + y;", {"a.yaml", 1, 1});
  snippet(args).setup = Code("auto x = y;", {"a.yaml", 2, 1});
  return args;
}

}  // namespace

TEST_SUITE_BEGIN("expand/case/definition_hash");

TEST_CASE("the hash is the same on every machine") {
  CHECK(definition_hash(example()) == "ea73f920af0e7a7b90588926630c03d7");
}

TEST_CASE("moving, labelling, tagging or guarding a case does not change its hash") {
  Case moved = example();
  moved.id = "elsewhere";
  moved.label = {"elsewhere"};
  moved.definition = {"b.yaml", 99, 9};
  snippet(moved).stmt = Code("x + y;", {"b.yaml", 99, 9});
  moved.tags = {"classic"};
  moved.requires_ = {">=1.9"};
  CHECK(definition_hash(moved) == definition_hash(example()));
}

TEST_CASE("everything that is run changes the hash") {
  const std::string plain = definition_hash(example());
  const auto changed = [&](auto change) {
    Case args = example();
    change(args);
    return definition_hash(args) != plain;
  };
  CHECK(changed([](Case& a) { snippet(a).stmt = Code("x - y;", {"a.yaml", 1, 1}); }));
  CHECK(changed([](Case& a) { snippet(a).setup = Code(); }));
  CHECK(changed([](Case& a) { snippet(a).global_setup = Code("#include <vector>", {"a.yaml", 1, 1}); }));
  CHECK(changed([](Case& a) { a.num_threads = 2; }));
  CHECK(changed([](Case& a) { a.device = "cuda:0"; }));
  CHECK(changed([](Case& a) { a.language = Language::python; }));
  CHECK(changed([](Case& a) { a.runtime = Runtime::torchscript; }));
  CHECK(changed([](Case& a) { a.pass = Pass::forward_backward; }));
  CHECK(changed([](Case& a) { a.assets = {model_asset({Model::Kind::module, "", "model = 1"})}; }));
}

TEST_SUITE_END();
