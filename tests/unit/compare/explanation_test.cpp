// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/explanation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/unit/compare/made_up_functions.hpp"

using namespace quern;
using test::functions;

namespace {

constexpr const char* kLibrary = "libtorch_cpu.so";

template <typename Changes>
double sum_of(const Changes& changes) {
  double sum = 0;
  for (const auto& change : changes) sum += change.delta();
  return sum;
}

const FunctionChange* find(const Explanation& explanation, const std::string& name) {
  for (const FunctionChange& change : explanation.functions)
    if (change.function.name == name) return &change;
  return nullptr;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/explanation");

TEST_CASE("only functions that changed, per iteration, largest first") {
  const Explanation found = explain(functions(10, {{"same", 500}, {"less", 100}, {"more", 40}}),
                                    functions(10, {{"same", 500}, {"less", 70}, {"more", 90}}));
  CHECK(found.a == 64);
  CHECK(found.b == 66);
  CHECK(found.delta() == 2);
  REQUIRE(found.functions.size() == 2);
  CHECK(found.functions[0].function == FunctionKey{"more", "???", kLibrary});
  CHECK(found.functions[0].a == 4);
  CHECK(found.functions[0].b == 9);
  CHECK(found.functions[1].function.name == "less");
  CHECK(found.functions[1].delta() == -3);
  CHECK(found.renamed.empty());
}

TEST_CASE("deltas sum to the change to the last instruction, whatever the iterations of both sides") {
  for (const auto& [of_a, of_b] : std::vector<std::pair<long, long>>{{10, 15}, {7, 7}, {1, 48}, {96, 13}}) {
    const std::string shown = std::to_string(of_a) + ", " + std::to_string(of_b);
    CAPTURE(shown);
    const Explanation found =
        explain(functions(of_a, {{"one", 1001}, {"both", 997}, {"at::f(int)", 331}, {"malloc", 17}, {"gone_of_it", 5}}),
                functions(of_b, {{"both", 1009}, {"at::f(long)", 113}, {"malloc", 19}, {"c10::Dispatcher::call", 29}}));
    const auto common = static_cast<double>(of_a) * static_cast<double>(of_b);
    const auto in_common = [&](double value) { return std::llround(value * common); };
    const std::int64_t exact = (1009 + 113 + 19 + 29) * of_a - (1001 + 997 + 331 + 17 + 5) * of_b;
    CHECK(in_common(found.delta()) == exact);
    CHECK(in_common(sum_of(found.functions) + sum_of(found.renamed)) == exact);
    CHECK(in_common(sum_of(found.layers)) == exact);
    CHECK(found.renamed.size() == 1);
  }
}

TEST_CASE("a side with more iterations is not a slower one") {
  const Explanation found = explain(functions(10, {{"f", 500}}), functions(30, {{"f", 1500}}));
  CHECK(found.a == 50);
  CHECK(found.b == 50);
  CHECK(found.functions.empty());
}

TEST_CASE("layers are all that executed something, in their order") {
  const Explanation found = explain(functions(1, {{"malloc", 10}, {"[statement]", 5}}),
                                    functions(1, {{"malloc", 12}, {"c10::Dispatcher::call()", 3}, {"[statement]", 5}}));
  REQUIRE(found.layers.size() == 3);
  CHECK(found.layers[0].layer == Layer::statement);
  CHECK(found.layers[0].delta() == 0);
  CHECK(found.layers[1].layer == Layer::dispatcher);
  CHECK(found.layers[1].a == 0);
  CHECK(found.layers[1].b == 3);
  CHECK(found.layers[2].layer == Layer::allocator);
  CHECK(found.layers[2].delta() == 2);
}

TEST_CASE("what came has nothing before, what went has nothing after") {
  const Explanation found = explain(functions(2, {{"went", 8}}), functions(2, {{"came", 6}}));
  REQUIRE(find(found, "came") != nullptr);
  CHECK(find(found, "came")->a == 0);
  CHECK(find(found, "came")->b == 3);
  REQUIRE(find(found, "went") != nullptr);
  CHECK(find(found, "went")->a == 4);
  CHECK(find(found, "went")->b == 0);
  CHECK(found.renamed.empty());
}

TEST_CASE("renamed functions are not among those that came and went") {
  const Explanation found = explain(functions(2, {{"at::f(int)", 80}, {"kept", 4}}, "old.cpp"),
                                    functions(2, {{"at::f(long)", 90}, {"kept", 6}}, "new.cpp"));
  REQUIRE(found.renamed.size() == 1);
  CHECK(found.renamed[0].from == FunctionKey{"at::f(int)", "old.cpp", kLibrary});
  CHECK(found.renamed[0].to == FunctionKey{"at::f(long)", "new.cpp", kLibrary});
  CHECK(found.renamed[0].a == 40);
  CHECK(found.renamed[0].b == 45);
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].function.name == "kept");
}

TEST_CASE("a function is the same in another file, and is shown with B's") {
  const CaseFunctions a = functions(1, {{"f", 5}, {"only_here", 3}}, "old.cpp");
  SUBCASE("unchanged") { CHECK(explain(a, functions(1, {{"f", 5}, {"only_here", 3}}, "new.cpp")).functions.empty()); }
  SUBCASE("changed") {
    const Explanation found = explain(a, functions(1, {{"f", 9}}, "new.cpp"));
    REQUIRE(found.functions.size() == 2);
    CHECK(found.functions[0].function == FunctionKey{"f", "new.cpp", kLibrary});
    CHECK(found.functions[0].delta() == 4);
    CHECK(found.functions[1].function == FunctionKey{"only_here", "old.cpp", kLibrary});
    CHECK(found.renamed.empty());
  }
}

TEST_CASE("the parts of a function in several files are one") {
  const FunctionCounts parts({{{"f", "a.cpp", kLibrary}, 5}, {{"f", "a.h", kLibrary}, 20}});
  const Explanation found = explain(functions(1, {{"f", 24}}), {1, parts, parts});
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].function.file == "a.h");  // where most of it is
  CHECK(found.functions[0].a == 24);
  CHECK(found.functions[0].b == 25);
}

TEST_CASE("short names add up what they make equal, and keep the sum") {
  const CaseFunctions a = functions(1, {{"f<int>(int)", 10}, {"f<long>(long)", 20}});
  const CaseFunctions b = functions(1, {{"f<int>(int)", 15}, {"f<long>(long)", 16}});
  CHECK(explain(a, b).functions.size() == 2);
  ExplainOptions options;
  options.short_names = true;
  const Explanation found = explain(a, b, options);
  CHECK(found.delta() == 1);
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].function.name == "f<>()");
  CHECK(found.functions[0].a == 30);
  CHECK(found.functions[0].b == 31);
  options.inclusive = true;  // one may be within the other
  const Explanation inclusive = explain(a, b, options);
  REQUIRE(inclusive.functions.size() == 2);
  CHECK(inclusive.functions[0].function.name == "f<>()");
  CHECK(inclusive.functions[0].delta() == 50);
}

TEST_CASE("without noise, noisy functions are neither shown nor counted") {
  const CaseFunctions a = functions(1, {{"f", 10}, {"_int_malloc", 20}});
  const CaseFunctions b = functions(1, {{"f", 11}, {"_int_malloc", 50}});
  ExplainOptions options;
  CHECK(explain(a, b, options).delta() == 31);
  options.denoise = true;
  const Explanation found = explain(a, b, options);
  CHECK(found.a == 10);
  CHECK(found.delta() == 1);
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].function.name == "f");
  CHECK(found.layers.size() == 1);
}

TEST_CASE("inclusive counts if they are asked for") {
  ExplainOptions options;
  options.inclusive = true;
  const Explanation found = explain(functions(2, {{"f", 10}}), functions(2, {{"f", 12}}), options);
  REQUIRE(found.functions.size() == 1);
  CHECK(found.functions[0].a == 50);
  CHECK(found.functions[0].b == 60);
}

TEST_CASE("one side alone is a difference from nothing") {
  const Explanation found = explain(functions(4, {{"small", 4}, {"at::f(int)", 40}, {"malloc", 12}}));
  CHECK(found.a == 0);
  CHECK(found.b == 14);
  CHECK(found.renamed.empty());
  REQUIRE(found.functions.size() == 3);
  CHECK(found.functions[0].function == FunctionKey{"at::f(int)", "???", kLibrary});
  CHECK(found.functions[0].b == 10);
  CHECK(found.functions[2].function.name == "small");
  CHECK(sum_of(found.functions) == 14);
  CHECK(sum_of(found.layers) == 14);
}

TEST_CASE("nothing explains nothing") {
  const Explanation found = explain(CaseFunctions{}, CaseFunctions{});
  CHECK(found.delta() == 0);
  CHECK(found.functions.empty());
  CHECK(found.layers.empty());
  CHECK(explain(functions(3, {{"f", 9}}), CaseFunctions{}).delta() == -3);
}

TEST_SUITE_END();
