// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "harness/profile/profile.hpp"

namespace quern {

/// A function as called along one path from the root.
struct CallNode {
  std::string name;
  std::string object;              // the library or program, `???` if unknown
  double inclusive = 0;            // at least self plus children: callees too small to show have no node
  double self = 0;                 // what the function executed itself on this path
  std::vector<CallNode> children;  // sorted by name, then object
};

/// Counts of one event per iteration by path of calls. The root stands for the whole program and is called `all`.
struct CallTree {
  CallNode root;
  std::string event;
};

/// A profile knows who called whom at what cost, but no whole stacks: a function's cost is given to its callers in
/// proportion to the cost of their calls, wherever those were called from. What no caller paid for, as of functions
/// that were entered before the window began, is given to the root. Functions that differ in their file only are one.
///
/// The total is kept, and so is the self cost of every function over its nodes: a call that closes a cycle has no
/// node, and what it cost is where the function was entered first. Nodes below 0.05 % of the total, deeper than 200
/// calls or beyond the 10,000 largest are left out; their cost stays with their caller's `inclusive`.
/// `iterations` is above 0. Throws Error(environment) if the profile lacks the event.
CallTree make_call_tree(const Profile& profile, double iterations, std::string_view event = "Ir");

/// The same with standardised names, for people and for comparing two builds. The linker's stubs are part of their
/// callers: what they lead to stands directly below these.
CallTree standardised(CallTree tree);

}  // namespace quern
