// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/short_name.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace quern {
namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

TEST_SUITE_BEGIN("harness/profile/short_name");

TEST_CASE("a short name has neither template arguments nor parameters") {
  const Names expected = {
      {"std::vector<std::pair<int, char>, std::allocator<std::pair<int, char> > >::push_back(int const&)",
       "std::vector<>::push_back()"},
      {"(anonymous namespace)::run(int (*)(int))", "(anonymous namespace)::run()"},
      {"operator()(int) const", "operator()() const"},
      {"std::ostream& operator<< <char>(std::ostream&, char const*)", "std::ostream& operator<< <>()"},
      {"bool operator< <int>(A<int> const&)", "bool operator< <>()"},
      {"A::operator<(A const&) const", "A::operator<() const"},
      {"c10::intrusive_ptr<A, B<A> >::operator->() const", "c10::intrusive_ptr<>::operator->() const"},
      {"A<(3)>(2), &(B::operator>(int))>::f()", "A<>(), &()>::f()"},
      {"A<((3)>(2)), &(B::operator>(int))>::f()", "A<>::f()"},
      {"f(A<&B::operator-> >)::{lambda(int, C<int>)#1}::operator()(int) const",
       "f()::{lambda()#1}::operator()() const"},
      {"operator new[](unsigned long)", "operator new[]()"},
      {"A::operator std::vector<int>() const", "A::operator std::vector<>() const"},
      {"(below main)", "(below main)"},
      {"my_operator<int>()", "my_operator<>()"},
      {"cut<std::vector<int>::off(", "cut<std::vector<int>::off("},
      {"malloc", "malloc"}};
  for (const auto& [name, brief] : expected) {
    const std::string& shown = name;
    CAPTURE(shown);
    CHECK(short_name(name) == brief);
  }
}

TEST_CASE("a qualified name is the bare one") {
  const Names expected = {
      {"void at::native::f<int>(int) const", "at::native::f"},
      {"std::tuple<int, int> const& at::(anonymous namespace)::g<A<int> >(int)", "at::(anonymous namespace)::g"},
      {"decltype (f({parm#1})) at::h<int>(int)", "at::h"},
      {"decltype(auto) std::visit<int>(int)", "std::visit"},
      {"at::f(int) const::{lambda(int)}::operator()(int) const [clone ._omp_fn.0]", "at::f::{lambda}::operator()"},
      {"bool c10::operator< <int>(int)", "c10::operator<"},
      {"A::operator bool() const", "A::operator bool"},
      {"non-virtual thunk to torch::A::f()", "torch::A::f"},
      {"malloc [PLT]", "malloc"}};
  for (const auto& [name, bare] : expected) {
    const std::string& shown = name;
    CAPTURE(shown);
    CHECK(qualified_name(name) == bare);
  }
}

TEST_SUITE_END();

}  // namespace
}  // namespace quern
