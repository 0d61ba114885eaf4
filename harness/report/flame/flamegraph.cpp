// SPDX-License-Identifier: Apache-2.0
#include "harness/report/flame/flamegraph.hpp"

#include <fmt/format.h>

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

#include "base/error.hpp"
#include "harness/report/flame/flame_page.hpp"
#include "harness/report/text/text.hpp"
#include "harness/report/text/xml.hpp"

namespace quern {
namespace {

constexpr std::size_t kGoneListed = 5;
constexpr double kEqual = 0.005;  // counts have two decimals

constexpr FlameColor kWhite = {255, 255, 255};
constexpr FlameColor kGrey = {225, 227, 231};
constexpr FlameColor kMore = {222, 45, 38};
constexpr FlameColor kLess = {49, 110, 200};
// Bright enough for black text.
constexpr std::array<FlameColor, 8> kPalette = {{{244, 162, 97},
                                                 {233, 205, 106},
                                                 {154, 200, 120},
                                                 {142, 202, 230},
                                                 {242, 145, 140},
                                                 {190, 168, 222},
                                                 {132, 214, 196},
                                                 {214, 172, 130}}};

FlameColor mix(const FlameColor& a, const FlameColor& b, double part_of_b) {
  const auto between = [&](double from, double to) { return from + (to - from) * part_of_b; };
  return {between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue)};
}

std::string file_name(const std::string& object) { return object.substr(object.rfind('/') + 1); }

std::string count_text(double count) { return with_commas(std::round(count * 100) / 100); }

std::string percent(double part, double whole) { return fmt::format("{:.2f} %", whole > 0 ? 100 * part / whole : 100); }

std::string unit(const CallTree& tree) { return tree.event == "Ir" ? "instructions" : xml_clean(tree.event); }

/// What the other tree, if there is one, has at the same path.
struct Before {
  const CallNode* node = nullptr;
  double hidden = 0;  // without a node: what it counts at most, as part of the callees that its caller does not show
};

using Describe = std::function<FlameLook(const CallNode& node, const Before& before)>;

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

  std::vector<FlameFrame> frames(const CallTree& tree, const CallTree* before) {
    pixels_per_count_ = tree.root.inclusive > 0 ? kFlameWidth / tree.root.inclusive : 0;
    place(tree.root, {before == nullptr ? nullptr : &before->root, 0}, {kFlameMargin, 0});
    frames_.front().width = kFlameWidth;  // also of a tree that counts nothing
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
  std::vector<FlameFrame> frames_;
};

// The libraries that execute most get a colour of their own.
class LibraryColors {
 public:
  explicit LibraryColors(const CallNode& root) {
    add(root);
    for (const auto& [object, self] : selves_) ranking_.emplace_back(self, object);
    std::stable_sort(ranking_.begin(), ranking_.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  }

  [[nodiscard]] FlameColor of(const CallNode& node) const {
    const std::string object = file_name(node.object);
    for (std::size_t i = 0; i < std::min(ranking_.size(), kPalette.size()); ++i)
      if (ranking_[i].second == object) return mix(kPalette.at(i), kWhite, shade(node.name));
    return kGrey;
  }

  [[nodiscard]] std::vector<FlameNote> legend() const {
    std::vector<FlameNote> notes;
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

// The color follows the square root of the change's share of the whole: changes that matter are often a few percent of
// it, and would be too pale otherwise.
FlameColor change_color(double change, double whole) {
  if (std::abs(change) < kEqual || whole <= 0) return kGrey;
  const double share = std::min(1.0, std::abs(change) / whole);
  return mix(kWhite, change > 0 ? kMore : kLess, 0.12 + 0.78 * std::sqrt(share));
}

struct Scale {
  double whole = 0;
  std::string unit;
};

FlameLook change_of(const CallNode& node, const Before& before, const Scale& scale) {
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

std::vector<FlameNote> gone_notes(const CallTree& before, const CallTree& after) {
  std::vector<const CallNode*> gone;
  find_gone(before.root, after.root, gone);
  std::stable_sort(gone.begin(), gone.end(),
                   [](const CallNode* a, const CallNode* b) { return a->inclusive > b->inclusive; });
  std::vector<FlameNote> notes;
  for (std::size_t i = 0; i < std::min(gone.size(), kGoneListed); ++i)
    notes.push_back(
        {kLess, fmt::format("gone: {} −{}", shortened(xml_clean(gone[i]->name), 120), count_text(gone[i]->inclusive))});
  if (gone.size() > kGoneListed) notes.push_back({kLess, fmt::format("gone: {} more", gone.size() - kGoneListed)});
  return notes;
}

}  // namespace

void write_flamegraph(const CallTree& tree, const FlameGraphOptions& options, std::ostream& out) {
  const LibraryColors colors(tree.root);
  const auto describe = [&](const CallNode& node, const Before&) -> FlameLook {
    return {colors.of(node), fmt::format("{} {} ({}), self {}", count_text(node.inclusive), unit(tree),
                                         percent(node.inclusive, tree.root.inclusive), count_text(node.self))};
  };
  const std::vector<FlameFrame> frames = Layout(describe).frames(tree, nullptr);
  write_flame_page(frames, colors.legend(), options, out);
}

void write_flamegraph(const CallTree& before, const CallTree& after, const FlameGraphOptions& options,
                      std::ostream& out) {
  QUERN_ASSERT(before.event == after.event);
  const double whole = std::max(before.root.inclusive, after.root.inclusive);
  const auto describe = [&](const CallNode& node, const Before& old) {
    return change_of(node, old, {whole, unit(after)});
  };
  const std::vector<FlameFrame> frames = Layout(describe).frames(after, &before);
  std::vector<FlameNote> notes = {{kMore, "more than before"}, {kLess, "less than before"}, {kGrey, "equal"}};
  const std::vector<FlameNote> gone = gone_notes(before, after);
  notes.insert(notes.end(), gone.begin(), gone.end());
  write_flame_page(frames, notes, options, out);
}

}  // namespace quern
