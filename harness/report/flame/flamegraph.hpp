// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>

#include "harness/profile/call_tree.hpp"

namespace quern {

struct FlameGraphOptions {
  std::string title;
  std::string subtitle;
};

/// The tree as one SVG file that needs no other: a frame per node, as wide as its inclusive count, under its caller.
/// Colours are libraries. In a browser a click zooms, and Search asks for a regular expression.
/// Names, title and subtitle may be any bytes.
void write_flamegraph(const CallTree& tree, const FlameGraphOptions& options, std::ostream& out);

/// The frames of `after`, red where they count more than the same path in `before` and blue where less, the more so
/// the larger the change is to the whole. The five largest that only `before` has are listed below. What may only have
/// been too small for the other tree to show is neither new nor gone.
/// A function is the same if its name and its library's file name are, and so is the measured statement's whatever its
/// code. Both trees are of the same event.
void write_flamegraph(const CallTree& before, const CallTree& after, const FlameGraphOptions& options,
                      std::ostream& out);

}  // namespace quern
