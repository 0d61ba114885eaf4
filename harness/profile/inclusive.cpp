// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/inclusive.hpp"

#include <algorithm>
#include <limits>

namespace quern {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

// Tarjan's strongly connected components with a stack of its own: call chains may be deeper than ours.
class Cycles {
 public:
  explicit Cycles(const Profile& profile)
      : first_call_(profile.functions.size() + 1, 0), calls_(profile.calls), nodes_(profile.functions.size()) {
    for (const CallCost& call : calls_) ++first_call_[call.caller + 1];
    for (std::size_t i = 1; i < first_call_.size(); ++i) first_call_[i] += first_call_[i - 1];
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].order == kNowhere) visit_from(i);
  }

  /// Functions with the same number call each other.
  [[nodiscard]] std::size_t cycle_of(std::size_t function) const { return nodes_[function].cycle; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  struct Node {
    std::size_t order = kNowhere;
    std::size_t lowest = kNowhere;
    std::size_t next_call = 0;
    std::size_t cycle = kNowhere;
  };

  void visit_from(std::size_t root) {
    enter(root);
    while (!path_.empty()) {
      const std::size_t at = path_.back();
      if (nodes_[at].next_call < first_call_[at + 1])
        follow(at, calls_[nodes_[at].next_call++].callee);
      else
        leave(at);
    }
  }

  void enter(std::size_t function) {
    nodes_[function] = {entered_, entered_, first_call_[function], kNowhere};
    ++entered_;
    path_.push_back(function);
    open_.push_back(function);
  }

  void follow(std::size_t from, std::size_t to) {
    if (nodes_[to].order == kNowhere)
      enter(to);
    else if (nodes_[to].cycle == kNowhere)
      nodes_[from].lowest = std::min(nodes_[from].lowest, nodes_[to].order);
  }

  void leave(std::size_t function) {
    path_.pop_back();
    if (!path_.empty()) {
      Node& caller = nodes_[path_.back()];
      caller.lowest = std::min(caller.lowest, nodes_[function].lowest);
    }
    if (nodes_[function].lowest != nodes_[function].order) return;
    std::size_t member = kNowhere;
    do {
      member = open_.back();
      open_.pop_back();
      nodes_[member].cycle = count_;
    } while (member != function);
    ++count_;
  }

  std::vector<std::size_t> first_call_;  // of each function in calls_, which are sorted by caller
  const std::vector<CallCost>& calls_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> path_;
  std::vector<std::size_t> open_;
  std::size_t entered_ = 0;
  std::size_t count_ = 0;
};

struct CycleCost {
  std::size_t members = 0;
  Costs cost;  // self costs plus calls that leave the cycle
};

std::vector<CycleCost> cycle_costs(const Profile& profile, const Cycles& cycles) {
  std::vector<CycleCost> costs(cycles.count(), {0, Costs(profile.events.size())});
  for (std::size_t i = 0; i < profile.functions.size(); ++i) {
    CycleCost& cycle = costs[cycles.cycle_of(i)];
    ++cycle.members;
    add_costs(cycle.cost, profile.functions[i].self);
  }
  for (const CallCost& call : profile.calls)
    if (cycles.cycle_of(call.caller) != cycles.cycle_of(call.callee))
      add_costs(costs[cycles.cycle_of(call.caller)].cost, call.inclusive);
  return costs;
}

void limit(Costs& costs, const Costs& most) {
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = std::min(costs[i], most[i]);
}

}  // namespace

void add_inclusive_costs(Profile& profile) {
  const Cycles cycles(profile);
  const std::vector<CycleCost> costs = cycle_costs(profile, cycles);
  for (FunctionCost& function : profile.functions) function.inclusive.assign(profile.events.size(), 0);
  for (const CallCost& call : profile.calls) {
    FunctionCost& callee = profile.functions[call.callee];
    if (cycles.cycle_of(call.caller) == cycles.cycle_of(call.callee)) callee.recursive = true;
    if (call.caller != call.callee) add_costs(callee.inclusive, call.inclusive);
  }
  for (std::size_t i = 0; i < profile.functions.size(); ++i) {
    FunctionCost& function = profile.functions[i];
    const CycleCost& cycle = costs[cycles.cycle_of(i)];
    if (cycle.members == 1) function.inclusive = cycle.cost;
    limit(function.inclusive, cycle.cost);
    limit(function.inclusive, profile.totals);
  }
}

}  // namespace quern
