// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/call_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "fixtures.hpp"

namespace quern {
namespace {

const CallNode& child(const CallNode& node, std::string_view name) {
  for (const CallNode& candidate : node.children)
    if (candidate.name == name) return candidate;
  throw std::runtime_error(node.name + " has no child " + std::string(name));
}

void for_each(const CallNode& node, const std::function<void(const CallNode&)>& visit) {
  visit(node);
  for (const CallNode& callee : node.children) for_each(callee, visit);
}

std::size_t depth_of(const CallNode& node) {
  std::size_t deepest = 0;
  for (const CallNode& callee : node.children) deepest = std::max(deepest, depth_of(callee));
  return deepest + 1;
}

std::size_t nodes_of(const CallNode& node) {
  std::size_t count = 0;
  for_each(node, [&](const CallNode&) { ++count; });
  return count;
}

Profile profile_of(const std::string& functions, int total) {
  return read_profile(
      {"version: 1\nevents: Ir\nob=p\nfl=a.c\n" + functions + "totals: " + std::to_string(total) + "\n", "made up"});
}

// `fn` and what it executes itself.
std::string function(const std::string& name, int self) { return "fn=" + name + "\n1 " + std::to_string(self) + "\n"; }

std::string call(const std::string& name, int cost) {
  return "cfn=" + name + "\ncalls=1 1\n1 " + std::to_string(cost) + "\n";
}

}  // namespace

TEST_SUITE_BEGIN("harness/profile/call_tree");

TEST_CASE("the total of the root is the profile's, per iteration") {
  for (const char* name : {"window.out", "parts.out", "stopped.out", "recursion.out", "simulations.out", "names.out"}) {
    CAPTURE(name);
    const Profile profile = read_fixture(name);
    const CallTree tree = make_call_tree(profile, 4);
    CHECK(tree.root.inclusive == static_cast<double>(profile.total("Ir")) / 4);
    double self = 0;
    for_each(tree.root, [&](const CallNode& node) {
      self += node.self;
      double below = node.self;
      for (const CallNode& callee : node.children) below += callee.inclusive;
      CHECK(below <= doctest::Approx(node.inclusive));
    });
    CHECK(self == doctest::Approx(tree.root.inclusive));
  }
}

TEST_CASE("another event, and one that is not there") {
  const Profile profile = read_fixture("simulations.out");
  CHECK(make_call_tree(profile, 1, "Dw").root.inclusive == 32);
  CHECK(make_call_tree(profile, 1, "Dw").event == "Dw");
  CHECK_THROWS_AS(make_call_tree(profile, 1, "Nope"), Error);
}

TEST_CASE("a callee's cost goes to its callers as they paid") {
  const Profile profile = profile_of(function("main", 0) + call("a", 35) + call("b", 65) + function("a", 5) +
                                         call("shared", 30) + function("b", 5) + call("shared", 60) +
                                         function("shared", 30) + call("leaf", 60) + function("leaf", 60),
                                     100);
  const CallTree tree = make_call_tree(profile, 10);
  const CallNode& main = child(tree.root, "main");
  CHECK(main.inclusive == doctest::Approx(10));
  CHECK(child(main, "a").inclusive == doctest::Approx(3.5));
  CHECK(child(main, "a").object == "p");
  CHECK(child(child(main, "a"), "shared").self == doctest::Approx(1));
  CHECK(child(child(child(main, "b"), "shared"), "leaf").inclusive == doctest::Approx(4));
}

TEST_CASE("what no caller paid for is the root's") {
  const CallTree tree = make_call_tree(read_fixture("stopped.out"), 1);
  CHECK(tree.root.children.size() == 2);
  CHECK(child(tree.root, "main").inclusive == doctest::Approx(827));
  const CallNode& start = child(tree.root, "0x000000000001ab70");
  CHECK(start.inclusive == doctest::Approx(13));
  CHECK(depth_of(start) == 6);
}

TEST_CASE("recursion is cut and keeps the self cost of every function") {
  const CallTree tree = make_call_tree(read_fixture("recursion.out"), 1);
  const CallNode& main = child(tree.root, "main");
  CHECK(child(main, "fact").inclusive == doctest::Approx(60));
  CHECK(child(child(main, "fact"), "leaf").inclusive == doctest::Approx(10));
  CHECK(child(main, "even").inclusive == doctest::Approx(30));
  const CallNode& odd = child(child(main, "even"), "odd");
  CHECK(odd.inclusive == doctest::Approx(20));
  CHECK(odd.self == doctest::Approx(15));
  CHECK(odd.children.size() == 1);
}

TEST_CASE("a cycle that nobody entered starts at its dearest function") {
  const CallTree tree =
      make_call_tree(profile_of(function("a", 10) + call("b", 70) + function("b", 90) + call("a", 50), 100), 1);
  REQUIRE(tree.root.children.size() == 1);
  CHECK(tree.root.children[0].name == "b");
  CHECK(tree.root.children[0].inclusive == doctest::Approx(100));
  CHECK(child(tree.root.children[0], "a").inclusive == doctest::Approx(10));
}

TEST_CASE("functions that differ in their file only are one, and children are sorted") {
  const Profile profile = profile_of(function("main", 1) + call("z", 9) + "cfi=b.h\n" + call("z", 20) + call("y", 10) +
                                         function("z", 9) + function("y", 10) + "fl=b.h\n" + function("z", 20),
                                     40);
  const CallTree tree = make_call_tree(profile, 1);
  const CallNode& main = child(tree.root, "main");
  REQUIRE(main.children.size() == 2);
  CHECK(main.children[0].name == "y");
  CHECK(main.children[1].inclusive == doctest::Approx(29));
}

TEST_CASE("a callee below a twentieth of a percent stays part of its caller") {
  const CallTree tree = make_call_tree(
      profile_of(function("main", 9990) + call("small", 4) + call("big", 6) + function("small", 4) + function("big", 6),
                 10000),
      1);
  const CallNode& main = child(tree.root, "main");
  CHECK(main.inclusive == doctest::Approx(10000));
  CHECK(main.self == doctest::Approx(9990));
  REQUIRE(main.children.size() == 1);
  CHECK(main.children[0].name == "big");
}

TEST_CASE("depth is limited, and a chain deeper than our own stack is no problem") {
  std::string text;
  const int depth = 50000;
  for (int i = 0; i < depth; ++i)
    text += function("f" + std::to_string(i), 1) + call("f" + std::to_string(i + 1), depth - 1 - i);
  const CallTree tree = make_call_tree(profile_of(text, depth), 1);
  CHECK(depth_of(tree.root) == 201);
  CHECK(tree.root.inclusive == depth);
}

TEST_CASE("the number of nodes is limited") {
  // Every level has two functions that call both of the next, so paths double: 2^40 of them.
  std::string text;
  const int levels = 40;
  for (int level = 0; level < levels; ++level)
    for (const char* side : {"a", "b"}) {
      text += function(side + std::to_string(level), 1);
      if (level + 1 < levels)
        for (const char* next : {"a", "b"}) text += call(next + std::to_string(level + 1), levels - 1 - level);
    }
  const CallTree tree = make_call_tree(profile_of(text, 2 * levels), 1);
  CHECK(nodes_of(tree.root) <= 10000);
  CHECK(tree.root.inclusive == 2 * levels);
}

TEST_CASE("a profile without cost is a root without children") {
  const CallTree tree = make_call_tree(profile_of(function("main", 0), 0), 1);
  CHECK(tree.root.inclusive == 0);
  CHECK(tree.root.children.empty());
}

TEST_CASE("standardised, a stub is part of its caller and what becomes equal is one") {
  CallTree tree;
  tree.event = "Ir";
  tree.root = {"all", "", 100, 0, {{"caller", "/usr/lib/liba.so", 100, 10, {}}}};
  CallNode& caller = tree.root.children.front();
  caller.children = {{"0x0000000000001000 [PLT]", "liba.so", 30, 2, {{"callee.isra.0", "/opt/libb.so", 28, 28, {}}}},
                     {"callee", "/usr/lib/libb.so", 60, 60, {}}};
  const CallTree found = standardised(tree);
  REQUIRE(found.root.children.size() == 1);
  const CallNode& shown = found.root.children.front();
  CHECK(shown.object == "liba.so");
  CHECK(shown.self == 12);
  CHECK(shown.inclusive == 100);
  REQUIRE(shown.children.size() == 1);
  CHECK(shown.children.front().name == "callee");
  CHECK(shown.children.front().inclusive == 88);
}

TEST_SUITE_END();

}  // namespace quern
