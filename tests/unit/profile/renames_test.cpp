// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/renames.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quern {
namespace {

using Entries = std::vector<std::pair<std::string, std::int64_t>>;
using Names = std::vector<std::pair<std::string, std::string>>;

FunctionCounts counts_of(const Entries& entries, const std::string& object = "libtorch_cpu.so") {
  std::vector<FunctionCount> list;
  for (const auto& [name, count] : entries) list.push_back({{name, "???", object}, count});
  return FunctionCounts(std::move(list));
}

Names names(const std::vector<Rename>& renames) {
  Names result;
  for (const Rename& rename : renames) result.emplace_back(rename.from.name, rename.to.name);
  return result;
}

Names renamed(const Entries& before, const Entries& after) {
  return names(find_renames(counts_of(before), counts_of(after)));
}

}  // namespace

TEST_SUITE_BEGIN("harness/profile/renames");

TEST_CASE("functions of both are no renames, whatever their counts") {
  CHECK(renamed({{"f()", 10}, {"g()", 20}}, {{"f()", 11}, {"g()", 20}}).empty());
  CHECK(renamed({{"f()", 100}, {"only_before()", 5}}, {{"f()", 100}}).empty());
  CHECK(find_renames(FunctionCounts(), FunctionCounts()).empty());
}

TEST_CASE("a function that moved is the same") {
  const FunctionCounts before({{{"c10::f(int)", "c10/a.cpp", "libc10.so"}, 30}});
  const FunctionCounts after({{{"c10::f(int)", "c10/b.cpp", "libtorch_cpu.so"}, 40}});
  CHECK(find_renames(before, after) ==
        std::vector<Rename>{
            {{"c10::f(int)", "c10/a.cpp", "libc10.so"}, {"c10::f(int)", "c10/b.cpp", "libtorch_cpu.so"}, 30, 40}});
}

TEST_CASE("parameters, template arguments and namespaces may differ") {
  CHECK(renamed({{"at::f(c10::optional<long>)", 30}}, {{"at::f(std::optional<long>)", 50}}).size() == 1);
  CHECK(renamed({{"void at::old::f<int>(int)", 30}}, {{"at::f(long) const", 50}}).size() == 1);
  CHECK(renamed({{"at::f(int)", 30}}, {{"at::g(int)", 50}}).empty());
}

TEST_CASE("of several the likeliest is taken, and each once") {
  CHECK(renamed({{"at::native::f(at::Tensor const&, c10::optional<long>)", 5}, {"f(int)", 6}},
                {{"at::native::f(at::Tensor const&, std::optional<long>)", 7}, {"at::meta::f(bool)", 8}}) ==
        Names{{"at::native::f(at::Tensor const&, c10::optional<long>)",
               "at::native::f(at::Tensor const&, std::optional<long>)"},
              {"f(int)", "at::meta::f(bool)"}});
}

TEST_CASE("names that all operators have do not tell") {
  CHECK(renamed({{"at::_ops::add_Tensor::call(int)", 30}}, {{"at::_ops::mul_Tensor::call(int)", 30}}).empty());
  CHECK(renamed({{"at::f()::{lambda()}::operator()() const", 3}}, {{"at::g()::{lambda()}::operator()() const", 3}})
            .empty());
  CHECK(renamed({{"at::_ops::add_Tensor::call(int)", 30}}, {{"at::ops::add_Tensor::call(long)", 50}}).size() == 1);
}

TEST_CASE("an equal count tells if the names are alike, in one library") {
  const Entries before = {{"at::(anonymous namespace)::wrapper_add_Tensor(int)", 30}};
  const Entries after = {{"at::(anonymous namespace)::wrapper_CPU_add_Tensor(int)", 30}};
  CHECK(renamed(before, after).size() == 1);
  CHECK(find_renames(counts_of(before), counts_of(after, "libc10.so")).empty());
  CHECK(renamed({{"wrapper_add_Tensor(int)", 9}}, {{"wrapper_CPU_add_Tensor(int)", 9}}).empty());
  CHECK(renamed({{"wrapper_add_Tensor(int)", 30}}, {{"wrapper_CPU_add_Tensor(int)", 31}}).empty());
}

TEST_CASE("addresses are never paired") {
  CHECK(renamed({{"0x0000000000001000", 500}}, {{"0x0000000000002000", 500}}).empty());
}

TEST_CASE("thousands of functions of one name do not multiply, and each is paired once") {
  Entries before;
  Entries after;
  for (int i = 0; i < 3000; ++i) {
    before.emplace_back("std::vector<A" + std::to_string(i) + ">::old_part()", 100);
    before.emplace_back("at::f" + std::to_string(i) + "(int)", i + 1);
    after.emplace_back("std::vector<B" + std::to_string(i) + ">::old_part()", 100);
    after.emplace_back("at::f" + std::to_string(i) + "(long)", i + 1);
  }
  const std::vector<Rename> renames = find_renames(counts_of(before), counts_of(after));
  std::set<FunctionKey> from;
  std::set<FunctionKey> to;
  for (const Rename& rename : renames) {
    CHECK(from.insert(rename.from).second);
    CHECK(to.insert(rename.to).second);
  }
  CHECK(renames.size() >= 3050);
  std::reverse(before.begin(), before.end());
  CHECK(find_renames(counts_of(before), counts_of(after)) == renames);
}

TEST_SUITE_END();

}  // namespace quern
