// SPDX-License-Identifier: Apache-2.0
#include "harness/report/flamegraph.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/text.hpp"
#include "harness/report/xml.hpp"
#include "worker/protocol/error.hpp"
#include "worker/protocol/printable.hpp"

namespace quern {
namespace {

constexpr double kPageWidth = 1200;
constexpr double kMargin = 16;
constexpr double kWidth = kPageWidth - 2 * kMargin;
constexpr double kTop = 92;  // below the title, the subtitle and two lines about the frame under the mouse
constexpr double kRow = 17;
constexpr double kCharacter = 7.25;  // of a monospaced font of 12 pixels; the script has it, too
constexpr std::size_t kGoneListed = 5;
constexpr double kEqual = 0.005;  // counts have two decimals

struct Color {
  double red = 0;
  double green = 0;
  double blue = 0;
};

constexpr Color kWhite = {255, 255, 255};
constexpr Color kGrey = {225, 227, 231};
constexpr Color kMore = {222, 45, 38};
constexpr Color kLess = {49, 110, 200};
// Bright enough for black text.
constexpr std::array<Color, 8> kPalette = {{{244, 162, 97},
                                            {233, 205, 106},
                                            {154, 200, 120},
                                            {142, 202, 230},
                                            {242, 145, 140},
                                            {190, 168, 222},
                                            {132, 214, 196},
                                            {214, 172, 130}}};

Color mix(const Color& a, const Color& b, double part_of_b) {
  const auto between = [&](double from, double to) { return from + (to - from) * part_of_b; };
  return {between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue)};
}

std::string to_text(const Color& color) {
  const auto byte = [](double value) { return static_cast<unsigned>(std::lround(value)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.red), byte(color.green), byte(color.blue));
}

std::string shortened(const std::string& text, std::size_t most) {
  if (character_count(text) <= most) return text;
  if (most < 3) return {};
  std::size_t end = 0;
  for (std::size_t i = 0; i + 1 < most; ++i) end += utf8_character(std::string_view(text).substr(end));
  return text.substr(0, end) + "…";
}

std::string fitting(const std::string& text, double width) {
  return shortened(text, width < 6 ? 0 : static_cast<std::size_t>((width - 6) / kCharacter));
}

std::string file_name(const std::string& object) { return object.substr(object.rfind('/') + 1); }

std::string count_text(double count) { return with_commas(std::round(count * 100) / 100); }

std::string percent(double part, double whole) { return fmt::format("{:.2f} %", whole > 0 ? 100 * part / whole : 100); }

std::string unit(const CallTree& tree) { return tree.event == "Ir" ? "instructions" : xml_clean(tree.event); }

/// How a frame looks, and what is said about it.
struct Look {
  Color color;
  std::string numbers;
};

struct Frame {
  std::string name;
  std::string object;
  double x = 0;
  double width = 0;
  std::size_t depth = 0;
  Look look;
};

/// A line below the frames.
struct Note {
  Color color;
  std::string text;
};

/// What the other tree, if there is one, has at the same path.
struct Before {
  const CallNode* node = nullptr;
  double hidden = 0;  // without a node: what it counts at most, as part of the callees that its caller does not show
};

using Describe = std::function<Look(const CallNode& node, const Before& before)>;

// A statement's function is named by a hash of its code, which is no reason to compare nothing below it.
std::string identity(const CallNode& node) {
  constexpr std::string_view kCase = "quern_case_";
  const std::string name = node.name.starts_with(kCase) ? std::string(kCase) : node.name;
  return name + '\n' + file_name(node.object);
}

// Among the callees of `caller`.
const CallNode* counterpart(const CallNode& node, const CallNode& caller) {
  const auto same = [&](const CallNode& other) { return identity(other) == identity(node); };
  const auto found = std::find_if(caller.children.begin(), caller.children.end(), same);
  return found == caller.children.end() ? nullptr : &*found;
}

double hidden_callees(const CallNode& node) {
  double rest = node.inclusive - node.self;
  for (const CallNode& callee : node.children) rest -= callee.inclusive;
  return std::max(0.0, rest);
}

Before before_of(const CallNode& callee, const Before& caller) {
  if (caller.node == nullptr) return caller;
  return {counterpart(callee, *caller.node), hidden_callees(*caller.node)};
}

class Layout {
 public:
  explicit Layout(Describe describe) : describe_(std::move(describe)) {}

  std::vector<Frame> frames(const CallTree& tree, const CallTree* before) {
    pixels_per_count_ = tree.root.inclusive > 0 ? kWidth / tree.root.inclusive : 0;
    place(tree.root, {before == nullptr ? nullptr : &before->root, 0}, {kMargin, 0});
    frames_.front().width = kWidth;  // also of a tree that counts nothing
    return std::move(frames_);
  }

 private:
  struct Position {
    double x = 0;
    std::size_t depth = 0;
  };

  void place(const CallNode& node, const Before& before, Position at) {
    frames_.push_back({xml_clean(node.name), xml_clean(file_name(node.object)), at.x,
                       node.inclusive * pixels_per_count_, at.depth, describe_(node, before)});
    ++at.depth;
    for (const CallNode& callee : node.children) {
      place(callee, before_of(callee, before), at);
      at.x += callee.inclusive * pixels_per_count_;
    }
  }

  Describe describe_;
  double pixels_per_count_ = 0;
  std::vector<Frame> frames_;
};

// The libraries that execute most get a colour of their own.
class LibraryColors {
 public:
  explicit LibraryColors(const CallNode& root) {
    add(root);
    for (const auto& [object, self] : selves_) ranking_.emplace_back(self, object);
    std::stable_sort(ranking_.begin(), ranking_.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  }

  [[nodiscard]] Color of(const CallNode& node) const {
    const std::string object = file_name(node.object);
    for (std::size_t i = 0; i < std::min(ranking_.size(), kPalette.size()); ++i)
      if (ranking_[i].second == object) return mix(kPalette.at(i), kWhite, shade(node.name));
    return kGrey;
  }

  [[nodiscard]] std::vector<Note> legend() const {
    std::vector<Note> notes;
    for (std::size_t i = 0; i < std::min(ranking_.size(), kPalette.size()); ++i)
      notes.push_back({kPalette.at(i), ranking_[i].second});
    if (ranking_.size() > kPalette.size()) notes.push_back({kGrey, "others"});
    return notes;
  }

 private:
  void add(const CallNode& node) {
    if (!node.object.empty()) selves_[file_name(node.object)] += node.self;
    for (const CallNode& callee : node.children) add(callee);
  }

  // So that neighbours of the same library can be told apart; FNV, as std::hash may differ from build to build.
  static double shade(std::string_view name) {
    std::uint32_t hash = 2166136261U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return (hash >> 16U) % 5 * 0.09;
  }

  std::map<std::string, double> selves_;
  std::vector<std::pair<double, std::string>> ranking_;
};

// The root of the share, as the changes that matter are often a few percent of the whole.
Color change_color(double change, double whole) {
  if (std::abs(change) < kEqual || whole <= 0) return kGrey;
  const double share = std::min(1.0, std::abs(change) / whole);
  return mix(kWhite, change > 0 ? kMore : kLess, 0.12 + 0.78 * std::sqrt(share));
}

struct Scale {
  double whole = 0;
  std::string unit;
};

Look change_of(const CallNode& node, const Before& before, const Scale& scale) {
  const std::string after = fmt::format("{} {}", count_text(node.inclusive), scale.unit);
  if (before.node == nullptr && before.hidden >= node.inclusive)
    return {kGrey, fmt::format("? → {} (too small to show before)", after)};
  const double count = before.node == nullptr ? 0 : before.node->inclusive;
  const double change = node.inclusive - count;
  const std::string sign = change < 0 ? "−" : "+";
  const bool equal = std::abs(change) < kEqual;
  std::string numbers =
      fmt::format("{} → {}, Δ {}", count_text(count), after, equal ? "0" : sign + count_text(std::abs(change)));
  if (count > 0 && !equal) numbers += fmt::format(" ({}{})", sign, percent(std::abs(change), count));
  if (before.node == nullptr) numbers += before.hidden > kEqual ? " (new, or too small to show before)" : " (new)";
  return {change_color(change, scale.whole), std::move(numbers)};
}

void find_gone(const CallNode& before, const CallNode& after, std::vector<const CallNode*>& gone) {
  for (const CallNode& callee : before.children) {
    const CallNode* kept = counterpart(callee, after);
    if (kept != nullptr)
      find_gone(callee, *kept, gone);
    else if (callee.inclusive > hidden_callees(after) + kEqual)  // else it may still be there, too small to show
      gone.push_back(&callee);                                   // with all that it calls
  }
}

std::vector<Note> gone_notes(const CallTree& before, const CallTree& after) {
  std::vector<const CallNode*> gone;
  find_gone(before.root, after.root, gone);
  std::stable_sort(gone.begin(), gone.end(),
                   [](const CallNode* a, const CallNode* b) { return a->inclusive > b->inclusive; });
  std::vector<Note> notes;
  for (std::size_t i = 0; i < std::min(gone.size(), kGoneListed); ++i)
    notes.push_back(
        {kLess, fmt::format("gone: {} −{}", shortened(xml_clean(gone[i]->name), 120), count_text(gone[i]->inclusive))});
  if (gone.size() > kGoneListed) notes.push_back({kLess, fmt::format("gone: {} more", gone.size() - kGoneListed)});
  return notes;
}

constexpr std::string_view kStyle = R"(
.flamegraph text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1b1f24; white-space: pre; }
.flamegraph .title { font: bold 16px "DejaVu Sans", Helvetica, Arial, sans-serif; }
.flamegraph .subtitle { font: 12px "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #57606a; }
.flamegraph .button { font: 12px "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #0a58ca; cursor: pointer; }
.flamegraph .f { cursor: pointer; }
.flamegraph .f text { pointer-events: none; }
.flamegraph .f:hover rect { stroke: #1b1f24; stroke-width: 1.5; }
.flamegraph .caller { opacity: 0.55; }
.flamegraph .hidden { display: none; }
.flamegraph .match rect { fill: #e85aeb; }
)";

// Text only ever goes through textContent, and nothing of the profile is in here.
constexpr std::string_view kScript = R"(
(function () {
  'use strict';
  const page = document.currentScript ? document.currentScript.closest('svg') : document.documentElement;
  const character = 7.25, slack = 0.001;
  const part = function (name) { return page.querySelector('.' + name); };
  const frames = Array.from(page.querySelectorAll('.f'), function (element) {
    const lines = element.querySelector('title').textContent.split('\n');
    const number = function (name) { return Number(element.getAttribute(name)); };
    return { element: element, name: lines[0], object: lines[1], numbers: lines[2],
             x: number('x'), y: number('y'), width: number('width') };
  });
  const whole = frames[0];
  const byElement = new Map(frames.map(function (frame) { return [frame.element, frame]; }));
  const frameOf = function (event) { return byElement.get(event.target.closest('.f')); };

  function fitting(name, width) {
    const most = Math.floor((width - 6) / character), characters = Array.from(name);
    if (characters.length <= most) return name;
    return most < 3 ? '' : characters.slice(0, most - 1).join('') + '\u2026';
  }
  function show(frame, x, width) {
    frame.element.setAttribute('x', x);
    frame.element.setAttribute('width', width);
    frame.element.querySelector('rect').setAttribute('width', width);
    frame.element.querySelector('text').textContent = fitting(frame.name, width);
  }
  function contains(outer, inner) {
    return outer.y <= inner.y && outer.x <= inner.x + slack &&
           outer.x + outer.width >= inner.x + inner.width - slack;
  }
  function zoom(target) {
    const scale = whole.width / target.width;
    for (const frame of frames) {
      const caller = frame !== target && contains(frame, target);
      const within = !caller && contains(target, frame);
      frame.element.classList.toggle('caller', caller);
      frame.element.classList.toggle('hidden', !caller && !within);
      if (caller) show(frame, whole.x, whole.width);
      if (within) show(frame, whole.x + (frame.x - target.x) * scale, frame.width * scale);
    }
    part('reset').classList.toggle('hidden', target === whole);
  }
  function describe(frame) {
    part('name').textContent = frame ? frame.name : '';
    part('numbers').textContent = frame ? (frame.object ? frame.object + ': ' : '') + frame.numbers : '';
  }

  let asked = '';
  function search() {
    const answer = window.prompt('Regular expression; nothing to clear', asked);
    if (answer === null) return;
    let expression;
    try { expression = new RegExp(answer); } catch (error) {
      part('matched').textContent = 'not a regular expression';
      return;
    }
    asked = answer;
    let matched = 0, outer = null;
    for (const frame of frames) {
      if (outer && frame.y <= outer.y) outer = null;
      const match = answer !== '' && frame !== whole && (expression.test(frame.name) || expression.test(frame.object));
      frame.element.classList.toggle('match', match);
      if (match && !outer) { outer = frame; matched += frame.width; }
    }
    part('matched').textContent = answer === '' ? '' : 'matched ' + (100 * matched / whole.width).toFixed(2) + ' %';
  }

  page.addEventListener('click', function (event) {
    const frame = frameOf(event);
    if (frame) zoom(frame);
  });
  page.addEventListener('mouseover', function (event) { describe(frameOf(event)); });
  part('reset').addEventListener('click', function () { zoom(whole); });
  part('search').addEventListener('click', search);
}());
)";

class Page {
 public:
  Page(const std::vector<Frame>& frames, const std::vector<Note>& notes, std::ostream& out)
      : frames_(frames), notes_(notes), out_(out) {
    std::size_t deepest = 0;
    for (const Frame& frame : frames_) deepest = std::max(deepest, frame.depth);
    bottom_ = kTop + static_cast<double>(deepest + 1) * kRow;
  }

  void write(const FlameGraphOptions& options) {
    const double height = bottom_ + kRow * static_cast<double>(notes_.size()) + kMargin;
    fmt::print(out_,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flamegraph\" width=\"{0}\" height=\"{1}\" "
               "viewBox=\"0 0 {0} {1}\">\n<style>{2}</style>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
               kPageWidth, height, kStyle);
    write_head(options);
    for (const Frame& frame : frames_) write_frame(frame);
    write_notes();
    fmt::print(out_, "<script><![CDATA[{}]]></script>\n</svg>\n", kScript);
  }

 private:
  void write_head(const FlameGraphOptions& options) {
    write_line("title", {24, kWidth - 180}, xml_clean(options.title));
    write_line("subtitle", {44, kWidth - 180}, xml_clean(options.subtitle));
    write_line("name", {66, kWidth}, "");
    write_line("numbers", {82, kWidth}, "");
    const double right = kMargin + kWidth;
    fmt::print(out_,
               "<text class=\"button reset hidden\" x=\"{}\" y=\"24\" text-anchor=\"end\">Reset zoom</text>\n"
               "<text class=\"button search\" x=\"{}\" y=\"24\" text-anchor=\"end\">Search</text>\n"
               "<text class=\"subtitle matched\" x=\"{}\" y=\"44\" text-anchor=\"end\"></text>\n",
               right - 64, right, right);
  }

  struct Line {
    double y = 0;  // of the letters' feet
    double width = 0;
  };

  // An svg element clips what it holds.
  void write_line(std::string_view name, Line line, const std::string& text) {
    fmt::print(
        out_, "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"22\"><text class=\"{}\" x=\"0\" y=\"17\">{}</text></svg>\n",
        kMargin, line.y - 17, line.width, name, xml_escaped(text));
  }

  void write_frame(const Frame& frame) {
    fmt::print(out_,
               "<svg class=\"f\" x=\"{:.4f}\" y=\"{}\" width=\"{:.4f}\" height=\"{}\"><title>{}\n{}\n{}</title>"
               "<rect width=\"{:.4f}\" height=\"{}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"0.5\"/>"
               "<text x=\"3\" y=\"12.5\">{}</text></svg>\n",
               frame.x, kTop + static_cast<double>(frame.depth) * kRow, frame.width, kRow, xml_escaped(frame.name),
               xml_escaped(frame.object), xml_escaped(frame.look.numbers), frame.width, kRow, to_text(frame.look.color),
               xml_escaped(fitting(frame.name, frame.width)));
  }

  void write_notes() {
    double y = bottom_ + kMargin / 2;
    for (const Note& note : notes_) {
      fmt::print(out_,
                 "<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"{}\"/>"
                 "<text x=\"{}\" y=\"{}\">{}</text>\n",
                 kMargin, y + 2, to_text(note.color), kMargin + 18, y + 12,
                 xml_escaped(fitting(xml_clean(note.text), kWidth - 18)));
      y += kRow;
    }
  }

  const std::vector<Frame>& frames_;
  const std::vector<Note>& notes_;
  std::ostream& out_;
  double bottom_ = 0;
};

}  // namespace

void write_flamegraph(const CallTree& tree, const FlameGraphOptions& options, std::ostream& out) {
  const LibraryColors colors(tree.root);
  const auto describe = [&](const CallNode& node, const Before&) -> Look {
    return {colors.of(node), fmt::format("{} {} ({}), self {}", count_text(node.inclusive), unit(tree),
                                         percent(node.inclusive, tree.root.inclusive), count_text(node.self))};
  };
  const std::vector<Frame> frames = Layout(describe).frames(tree, nullptr);
  Page(frames, colors.legend(), out).write(options);
}

void write_flamegraph(const CallTree& before, const CallTree& after, const FlameGraphOptions& options,
                      std::ostream& out) {
  QUERN_ASSERT(before.event == after.event);
  const double whole = std::max(before.root.inclusive, after.root.inclusive);
  const auto describe = [&](const CallNode& node, const Before& old) {
    return change_of(node, old, {whole, unit(after)});
  };
  const std::vector<Frame> frames = Layout(describe).frames(after, &before);
  std::vector<Note> notes = {{kMore, "more than before"}, {kLess, "less than before"}, {kGrey, "equal"}};
  const std::vector<Note> gone = gone_notes(before, after);
  notes.insert(notes.end(), gone.begin(), gone.end());
  Page(frames, notes, out).write(options);
}

}  // namespace quern
