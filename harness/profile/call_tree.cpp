// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/call_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "harness/profile/standard_name.hpp"

namespace quern {
namespace {

constexpr double kSmallestShare = 0.0005;  // of the total
constexpr std::size_t kMostDepth = 200;
constexpr std::size_t kMostNodes = 10'000;

struct Arc {
  std::size_t callee = 0;
  double cost = 0;
  bool closes_cycle = false;
};

struct Function {
  const FunctionCost* named = nullptr;
  double self = 0;
  double unpaid = 0;      // inclusive cost beyond what the callers paid
  double received = 0;    // what the shares of the callers and of the root are shares of
  double with_calls = 0;  // self cost and the shares of all callees
  std::vector<Arc> arcs;  // the dearest first
};

// Who called whom, without the calls that close a cycle.
class CallGraph {
 public:
  CallGraph(const Profile& profile, std::size_t column) {
    add_functions(profile, column);
    add_arcs(profile, column);
    for (const std::size_t start : starts()) visit_from(start);
    share_costs();
  }

  [[nodiscard]] const Function& at(std::size_t function) const { return functions_[function]; }
  [[nodiscard]] std::size_t size() const { return functions_.size(); }
  [[nodiscard]] double cost_of_root(std::size_t function) const {
    const Function& called = functions_[function];
    return called.received > 0 ? called.with_calls * (called.unpaid / called.received) : 0;
  }
  /// What a callee costs on behalf of all calls of this arc.
  [[nodiscard]] double cost_of(const Arc& arc) const {
    if (arc.closes_cycle) return 0;
    const Function& callee = functions_[arc.callee];
    return callee.with_calls * (arc.cost / callee.received);
  }

 private:
  enum class Visit { not_yet, open, done };

  void add_functions(const Profile& profile, std::size_t column) {
    std::vector<double> paid(profile.functions.size(), 0);
    for (const CallCost& call : profile.calls)
      if (call.caller != call.callee) paid[call.callee] += static_cast<double>(call.inclusive[column]);
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> known;
    for (std::size_t i = 0; i < profile.functions.size(); ++i) {
      const FunctionCost& function = profile.functions[i];
      const auto [at, is_new] = known.try_emplace({function.name, function.object}, functions_.size());
      if (is_new) functions_.push_back({&function, 0, 0, 0, 0, {}});
      index_.push_back(at->second);
      functions_[at->second].self += static_cast<double>(function.self[column]);
      functions_[at->second].unpaid += std::max(0.0, static_cast<double>(function.inclusive[column]) - paid[i]);
    }
  }

  void add_arcs(const Profile& profile, std::size_t column) {
    std::map<std::pair<std::size_t, std::size_t>, double> costs;
    for (const CallCost& call : profile.calls)
      costs[{index_[call.caller], index_[call.callee]}] += static_cast<double>(call.inclusive[column]);
    called_.resize(functions_.size(), false);
    for (const auto& [ends, cost] : costs) {
      if (ends.first == ends.second || cost == 0) continue;
      functions_[ends.first].arcs.push_back({ends.second, cost});
      called_[ends.second] = true;
    }
    for (Function& function : functions_)
      std::stable_sort(function.arcs.begin(), function.arcs.end(),
                       [](const Arc& a, const Arc& b) { return a.cost > b.cost; });
  }

  // Functions that nobody calls, then those with a cost of their own: the rest may be a cycle without an entry. Where
  // a walk enters a cycle decides which of its calls closes it, hence the dearest first.
  [[nodiscard]] std::vector<std::size_t> starts() const {
    std::vector<std::tuple<bool, double, std::size_t>> order;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      double cost = functions_[i].self;
      for (const Arc& arc : functions_[i].arcs) cost += arc.cost;
      order.emplace_back(called_[i], -cost, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::size_t> starts;
    starts.reserve(order.size());
    for (const auto& [called, cost, function] : order) starts.push_back(function);
    return starts;
  }

  // With a stack of its own: call chains may be deeper than ours.
  void visit_from(std::size_t start) {
    visits_.resize(functions_.size(), Visit::not_yet);
    if (visits_[start] != Visit::not_yet) return;
    std::vector<std::pair<std::size_t, std::size_t>> path = {{start, 0}};
    visits_[start] = Visit::open;
    while (!path.empty()) {
      auto& [at, next] = path.back();
      if (next == functions_[at].arcs.size()) {
        visits_[at] = Visit::done;
        callees_first_.push_back(at);
        path.pop_back();
        continue;
      }
      Arc& arc = functions_[at].arcs[next++];
      arc.closes_cycle = visits_[arc.callee] == Visit::open;
      if (visits_[arc.callee] != Visit::not_yet) continue;
      visits_[arc.callee] = Visit::open;
      path.emplace_back(arc.callee, 0);
    }
  }

  void share_costs() {
    for (Function& function : functions_) function.received = function.unpaid;
    for (const Function& function : functions_)
      for (const Arc& arc : function.arcs)
        if (!arc.closes_cycle) functions_[arc.callee].received += arc.cost;
    for (const std::size_t i : callees_first_) {
      Function& function = functions_[i];
      if (function.received == 0) function.received = function.unpaid = 1;  // a cycle without an entry
      function.with_calls = function.self;
      for (const Arc& arc : function.arcs) function.with_calls += cost_of(arc);
    }
  }

  std::vector<Function> functions_;
  std::vector<std::size_t> index_;  // in functions_, of each function of the profile
  std::vector<bool> called_;
  std::vector<Visit> visits_;
  std::vector<std::size_t> callees_first_;
};

// Takes the largest node that can be reached until there are enough, so that what is left out is the smallest.
class Expansion {
 public:
  Expansion(const CallGraph& graph, double total, double iterations)
      : graph_(graph), smallest_(total * kSmallestShare), iterations_(iterations) {
    places_.push_back({0, total, 0, {}});
    for (std::size_t i = 0; i < graph.size(); ++i) reach(i, graph.cost_of_root(i), 0);
    while (!reached_.empty() && places_.size() < kMostNodes) {
      const Reached largest = reached_.top();
      reached_.pop();
      take(largest);
    }
  }

  [[nodiscard]] CallNode root() const {
    CallNode root{"all", "", places_.front().cost / iterations_, 0, {}};
    add_children(root, places_.front());
    return root;
  }

 private:
  struct Place {
    std::size_t function = 0;
    double cost = 0;
    std::size_t depth = 0;
    std::vector<std::size_t> children;
  };
  struct Reached {
    double cost = 0;
    std::size_t order = 0;
    std::size_t function = 0;
    std::size_t caller = 0;  // in places_
    friend bool operator<(const Reached& a, const Reached& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.order > b.order;
    }
  };

  void reach(std::size_t function, double cost, std::size_t caller) {
    if (cost > 0 && cost >= smallest_) reached_.push({cost, order_++, function, caller});
  }

  void take(const Reached& reached) {
    const std::size_t place = places_.size();
    const std::size_t depth = places_[reached.caller].depth + 1;
    places_[reached.caller].children.push_back(place);
    places_.push_back({reached.function, reached.cost, depth, {}});
    if (depth == kMostDepth) return;
    const double share = share_of(places_.back());
    for (const Arc& arc : graph_.at(reached.function).arcs) reach(arc.callee, graph_.cost_of(arc) * share, place);
  }

  [[nodiscard]] double share_of(const Place& place) const { return place.cost / graph_.at(place.function).with_calls; }

  [[nodiscard]] CallNode node_of(const Place& place) const {
    const Function& function = graph_.at(place.function);
    CallNode node{function.named->name,
                  function.named->object,
                  place.cost / iterations_,
                  function.self * share_of(place) / iterations_,
                  {}};
    add_children(node, place);
    return node;
  }

  void add_children(CallNode& node, const Place& place) const {
    for (const std::size_t child : place.children) node.children.push_back(node_of(places_[child]));
    std::sort(node.children.begin(), node.children.end(), [](const CallNode& a, const CallNode& b) {
      return std::tie(a.name, a.object) < std::tie(b.name, b.object);
    });
  }

  const CallGraph& graph_;
  double smallest_ = 0;
  double iterations_ = 1;
  std::size_t order_ = 0;
  std::vector<Place> places_;
  std::priority_queue<Reached> reached_;
};

// Siblings that have become equal are one.
void merge_equal(std::vector<CallNode>& nodes) {  // NOLINT(misc-no-recursion): at most 200 deep
  std::stable_sort(nodes.begin(), nodes.end(), [](const CallNode& a, const CallNode& b) {
    return std::tie(a.name, a.object) < std::tie(b.name, b.object);
  });
  std::vector<CallNode> merged;
  for (CallNode& node : nodes) {
    if (merged.empty() || merged.back().name != node.name || merged.back().object != node.object) {
      merged.push_back(std::move(node));
      continue;
    }
    CallNode& same = merged.back();
    same.inclusive += node.inclusive;
    same.self += node.self;
    std::move(node.children.begin(), node.children.end(), std::back_inserter(same.children));
    merge_equal(same.children);
  }
  nodes = std::move(merged);
}

void standardise_below(CallNode& parent) {  // NOLINT(misc-no-recursion): at most 200 deep
  std::vector<CallNode> children;
  for (CallNode& child : parent.children) {
    standardise_below(child);
    const FunctionKey key = standardise({child.name, "???", child.object});
    child.name = key.name;
    child.object = key.object;
    if (key.name != "[PLT]") {
      children.push_back(std::move(child));
      continue;
    }
    parent.self += child.self;
    std::move(child.children.begin(), child.children.end(), std::back_inserter(children));
  }
  merge_equal(children);
  parent.children = std::move(children);
}

}  // namespace

CallTree make_call_tree(const Profile& profile, double iterations, std::string_view event) {
  QUERN_ASSERT(iterations > 0);
  const std::size_t column = profile.event_index(event);
  const CallGraph graph(profile, column);
  return {Expansion(graph, static_cast<double>(profile.totals[column]), iterations).root(), std::string(event)};
}

CallTree standardised(CallTree tree) {
  standardise_below(tree.root);
  return tree;
}

}  // namespace quern
