// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"
#include "harness/profile/layer.hpp"

namespace quern {

/// What a function executes per iteration on both sides; 0 where it is not.
struct FunctionChange {
  FunctionKey function;
  double a = 0;
  double b = 0;

  [[nodiscard]] double delta() const { return b - a; }
};

struct LayerChange {
  Layer layer = Layer::other;
  double a = 0;
  double b = 0;

  [[nodiscard]] double delta() const { return b - a; }
};

/// A function that went away and one that came, probably the same under another name.
struct RenamedFunction {
  FunctionKey from;
  FunctionKey to;
  double a = 0;
  double b = 0;

  [[nodiscard]] double delta() const { return b - a; }
};

/// Where a difference comes from. The functions' and the renamed functions' deltas sum to `delta` to the last
/// instruction, as those of the layers do; of inclusive counts only the single figures mean something.
struct Explanation {
  double a = 0;
  double b = 0;
  std::vector<FunctionChange> functions;  // those that changed, largest first
  std::vector<LayerChange> layers;        // all that executed something, in the order of Layer
  std::vector<RenamedFunction> renamed;   // not among `functions`

  [[nodiscard]] double delta() const { return b - a; }
};

struct ExplainOptions {
  bool inclusive = false;
  bool short_names =
      false;             // without template arguments and parameters; what becomes equal is added up, unless inclusive
  bool denoise = false;  // without functions that is_noisy names
};

Explanation explain(const CaseFunctions& a, const CaseFunctions& b, const ExplainOptions& options = {});

/// What one case executes: a difference from nothing.
Explanation explain(const CaseFunctions& functions, const ExplainOptions& options = {});

}  // namespace quern
