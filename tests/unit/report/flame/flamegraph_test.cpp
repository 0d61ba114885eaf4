// SPDX-License-Identifier: Apache-2.0
#include "harness/report/flame/flamegraph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "harness/profile/profile_reader.hpp"
#include "tests/unit/contains.hpp"

using namespace quern;
using test::contains;

namespace {

CallNode node(const std::string& name, double inclusive, std::vector<CallNode> children = {}) {
  double self = inclusive;
  for (const CallNode& callee : children) self -= callee.inclusive;
  return {name, "/lib/libsome.so", inclusive, self, std::move(children)};
}

CallTree tree(std::vector<CallNode> children) {
  CallNode root = node("all", 0, std::move(children));
  root.object.clear();
  root.self = 0;
  for (const CallNode& callee : root.children) root.inclusive += callee.inclusive;
  return {root, "Ir"};
}

std::string graph(const CallTree& tree, const FlameGraphOptions& options = {}) {
  std::ostringstream out;
  write_flamegraph(tree, options, out);
  return out.str();
}

std::string difference(const CallTree& before, const CallTree& after) {
  std::ostringstream out;
  write_flamegraph(before, after, {}, out);
  return out.str();
}

// Of the frame with this name.
std::string frame_of(const std::string& svg, const std::string& name) {
  const std::size_t title = svg.find("<title>" + name + "\n");
  REQUIRE(title != std::string::npos);
  const std::size_t begin = svg.rfind("<svg class=\"f\"", title);
  return svg.substr(begin, svg.find("</svg>", title) - begin);
}

struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
};

Rgb color_of(const std::string& svg, const std::string& name) {
  const std::string frame = frame_of(svg, name);
  const std::string digits = frame.substr(frame.find("fill=\"#") + 7, 6);
  return {std::stoi(digits.substr(0, 2), nullptr, 16), std::stoi(digits.substr(2, 2), nullptr, 16),
          std::stoi(digits.substr(4, 2), nullptr, 16)};
}

double width_of(const std::string& svg, const std::string& name) {
  const std::string frame = frame_of(svg, name);
  return std::stod(frame.substr(frame.find(" width=\"") + 8));
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/flame/flamegraph");

TEST_CASE("a frame per node, as wide as its share") {
  const std::string svg =
      graph(tree({node("main", 2000, {node("work", 500), node("wait", 1000.5)})}), {"title", "sub"});
  CHECK(width_of(svg, "all") == doctest::Approx(1168));
  CHECK(width_of(svg, "main") == doctest::Approx(1168));
  CHECK(width_of(svg, "work") == doctest::Approx(292));
  CHECK(contains(svg, "<title>work\nlibsome.so\n500 instructions (25.00 %), self 500</title>"));
  CHECK(contains(svg, "<title>wait\nlibsome.so\n1,000.50 instructions"));
  CHECK(contains(svg, ">title</text>"));
  CHECK(contains(svg, ">sub</text>"));
}

TEST_CASE("the file needs no other") {
  std::string svg = graph(tree({node("main", 10)}));
  const std::string name_space = "xmlns=\"http://www.w3.org/2000/svg\"";
  svg.erase(svg.find(name_space), name_space.size());
  for (const char* reference : {"http:", "https:", "href", "url(", "@import", "src="})
    CHECK_FALSE(contains(svg, reference));
}

TEST_CASE("names are data, whatever they look like") {
  const std::string svg = graph(
      tree({node("<script>alert(1)</script>", 10), node("\"quotes' & ]]>", 10), node("two\nlines\r\x1b[31m\x01", 10),
            node("bad \xff\xc3( \xed\xa0\x80", 10), node("\xEF\xBF\xBF\xEF\xBF\xBE\xC2\x85", 10), node("größe", 10)}),
      {"<b>&\x1b", "]]><script>\xfe"});
  CHECK(contains(svg, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  CHECK(contains(svg, "&quot;quotes&#39; &amp; ]]&gt;"));
  CHECK(contains(svg, "<title>two\\x0alines\\x0d\\x1b[31m\\x01\n"));
  CHECK(contains(svg, "bad \\xff\\xc3( \\xed\\xa0\\x80"));
  CHECK(contains(svg, "\xEF\xBF\xBD\xEF\xBF\xBD\\xc2\\x85"));
  CHECK(contains(svg, "größe"));
  CHECK(contains(svg, "&lt;b&gt;&amp;\\x1b"));
  CHECK(contains(svg, "]]&gt;&lt;script&gt;\\xfe"));
  CHECK(svg.find("<script>") == svg.rfind("<script>"));
  CHECK(svg.find("]]>") == svg.rfind("]]>"));
  CHECK(std::none_of(svg.begin(), svg.end(), [](char c) { return c != '\n' && c >= 0 && c < ' '; }));
}

TEST_CASE("text is as long as its frame, by characters") {
  const std::string name = "äöüäöüäöüäöüäöüäöüäöüäöüäöü";
  const std::string svg = graph(tree({node("rest", 900), node(name, 100), node("tiny", 10)}));
  CHECK(contains(frame_of(svg, name), ">äöüäöüäöüäöüäö…</text>"));
  CHECK(contains(frame_of(svg, "tiny"), "></text>"));
}

TEST_CASE("libraries have colours, the same in every graph of the same tree") {
  const CallTree some = tree({node("main", 100, {node("work", 50)})});
  CHECK(graph(some) == graph(some));
  CHECK(contains(graph(some), ">libsome.so</text>"));
}

TEST_CASE("a difference is red where it grew, blue where it shrank") {
  const CallTree before = tree({node("equal", 100), node("grown", 100), node("much", 100), node("shrunk", 1000)});
  const CallTree after =
      tree({node("equal", 100), node("grown", 110), node("much", 400), node("new", 50), node("shrunk", 500)});
  const std::string svg = difference(before, after);
  CHECK(color_of(svg, "grown").red > color_of(svg, "grown").blue);
  CHECK(color_of(svg, "much").blue < color_of(svg, "grown").blue);
  CHECK(color_of(svg, "new").red > color_of(svg, "new").blue);
  CHECK(color_of(svg, "shrunk").blue > color_of(svg, "shrunk").red);
  const Rgb equal = color_of(svg, "equal");
  CHECK(std::max({equal.red, equal.green, equal.blue}) - std::min({equal.red, equal.green, equal.blue}) < 8);
  CHECK(contains(svg, "100 → 110 instructions, Δ +10 (+10.00 %)</title>"));
  CHECK(contains(svg, "1,000 → 500 instructions, Δ −500 (−50.00 %)</title>"));
  CHECK(contains(svg, "100 → 100 instructions, Δ 0</title>"));
  CHECK(contains(svg, "0 → 50 instructions, Δ +50 (new)</title>"));
  CHECK(width_of(svg, "much") == doctest::Approx(1168.0 * 400 / 1160));
  CHECK_FALSE(contains(svg, "gone:"));
}

TEST_CASE("the largest five that are gone are listed, without what they call") {
  std::vector<CallNode> many;
  for (int i = 1; i <= 6; ++i) many.push_back(node("<old" + std::to_string(i) + ">", 10 * i, {node("below", 5)}));
  many.push_back(node("kept", 100, {node("inner", 1234)}));
  const std::string svg = difference(tree(std::move(many)), tree({node("kept", 100)}));
  CHECK(contains(svg, "gone: inner −1,234<"));
  CHECK(contains(svg, "gone: &lt;old6&gt; −60<"));
  CHECK(contains(svg, "gone: &lt;old3&gt; −30<"));
  CHECK_FALSE(contains(svg, "old2"));
  CHECK_FALSE(contains(svg, "below"));
  CHECK(contains(svg, "gone: 2 more<"));
}

TEST_CASE("what may only have been too small to show is neither new nor gone") {
  CallNode with_rest = node("main", 1000);
  with_rest.self = 980;  // callees of 20 are not shown
  const CallTree without = tree({with_rest});
  const CallTree with = tree({node("main", 1000, {node("large", 30, {node("below", 30)}), node("small", 20)})});
  const std::string appeared = difference(without, with);
  CHECK(contains(frame_of(appeared, "small"), "? → 20 instructions (too small to show before)"));
  CHECK(color_of(appeared, "small").red == color_of(appeared, "main").red);
  CHECK(contains(frame_of(appeared, "large"), "0 → 30 instructions, Δ +30 (new, or too small to show before)"));
  CHECK(contains(frame_of(appeared, "below"), "0 → 30"));
  const std::string vanished = difference(with, without);
  CHECK(contains(vanished, "gone: large −30<"));
  CHECK_FALSE(contains(vanished, "small"));
}

TEST_CASE("the same library elsewhere and other code of the statement are compared") {
  CallTree before = tree({node("quern_case_1234", 100, {node("work", 50)})});
  before.root.children[0].children[0].object = "/elsewhere/libsome.so";
  const std::string svg = difference(before, tree({node("quern_case_abcd", 110, {node("work", 50)})}));
  CHECK(contains(frame_of(svg, "quern_case_abcd"), "100 → 110"));
  CHECK(contains(frame_of(svg, "work"), "50 → 50"));
}

TEST_CASE("nothing counted is a root alone") {
  const std::string svg = graph(tree({}));
  CHECK(width_of(svg, "all") == doctest::Approx(1168));
  CHECK_FALSE(contains(svg, "nan"));
  CHECK_FALSE(contains(difference(tree({}), tree({})), "nan"));
}

TEST_CASE("of a real profile") {
  const CallTree real = make_call_tree(read_profile_file(std::string(QUERN_PROFILE_FIXTURES) + "/window.out"), 10);
  const std::string svg = graph(real);
  CHECK(contains(svg, "<title>step(int)\nwin\n59.10 instructions (70.61 %), self 59.10</title>"));
}

TEST_SUITE_END();
