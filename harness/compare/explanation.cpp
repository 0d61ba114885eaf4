// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/explanation.hpp"

#include <cmath>
#include <map>
#include <numeric>

#include "harness/profile/noise.hpp"
#include "harness/profile/renames.hpp"
#include "harness/profile/short_name.hpp"

namespace quern {
namespace {

// A file's path changes between builds more often than the function it holds does.
FunctionKey without_file(const FunctionKey& key) { return {key.name, "", key.object}; }

FunctionKey shortened(const FunctionKey& key) { return {short_name(key.name), key.file, key.object}; }

FunctionCounts counts_of(const CaseFunctions& functions, const ExplainOptions& options) {
  FunctionCounts counts = options.inclusive ? functions.inclusive : functions.self;
  if (options.denoise) counts = counts.denoise();
  return options.short_names && !options.inclusive ? counts.transform(shortened) : counts;
}

/// Both sides in one unit: counts in so many iterations.
struct Sides {
  FunctionCounts a;
  FunctionCounts b;
  double iterations = 1;
};

Sides common_unit(const CaseFunctions& a, const CaseFunctions& b, const ExplainOptions& options) {
  const long divisor = std::gcd(a.iterations, b.iterations);
  const long times_a = b.iterations / divisor;
  const long times_b = a.iterations / divisor;
  return {counts_of(a, options) * times_a, counts_of(b, options) * times_b,
          static_cast<double>(a.iterations) * static_cast<double>(times_a)};
}

/// Where functions lie, for showing: the file of either side.
std::map<FunctionKey, std::string> files_of(const Sides& sides) {
  std::map<FunctionKey, std::string> files;
  for (const FunctionCounts* counts : {&sides.b, &sides.a})
    for (const FunctionCount& count : *counts) files.emplace(without_file(count.function), count.function.file);
  return files;
}

class Explainer {
 public:
  explicit Explainer(const Sides& sides)
      : files_(files_of(sides)),
        a_(sides.a.transform(without_file)),
        b_(sides.b.transform(without_file)),
        iterations_(sides.iterations) {}

  Explanation explain() {
    Explanation explanation;
    explanation.a = each(a_.total());
    explanation.b = each(b_.total());
    add_layers(explanation);
    add_renamed(explanation);
    add_functions(explanation);
    return explanation;
  }

 private:
  [[nodiscard]] double each(std::int64_t count) const { return static_cast<double>(count) / iterations_; }

  [[nodiscard]] FunctionKey with_file(FunctionKey key) const {
    if (const auto found = files_.find(key); found != files_.end()) key.file = found->second;
    return key;
  }

  void add_layers(Explanation& explanation) const {
    std::map<Layer, LayerChange> layers;
    for (const auto& [layer, count] : by_layer(a_)) layers[layer].a = each(count);
    for (const auto& [layer, count] : by_layer(b_)) layers[layer].b = each(count);
    for (auto& [layer, change] : layers) {
      change.layer = layer;
      explanation.layers.push_back(change);
    }
  }

  void add_renamed(Explanation& explanation) {
    if (a_.empty() || b_.empty()) return;
    std::map<FunctionKey, bool> gone;
    for (const Rename& rename : find_renames(a_, b_)) {
      explanation.renamed.push_back(
          {with_file(rename.from), with_file(rename.to), each(rename.before), each(rename.after)});
      gone[rename.from] = gone[rename.to] = true;
    }
    const auto keep = [&](const FunctionKey& key) { return !gone.contains(key); };
    a_ = a_.filter(keep);
    b_ = b_.filter(keep);
  }

  void add_functions(Explanation& explanation) const {
    std::map<FunctionKey, std::int64_t> before;
    for (const FunctionCount& count : a_) before[count.function] = count.count;
    for (const FunctionCount& change : b_ - a_) {
      const auto found = before.find(change.function);
      const std::int64_t a = found == before.end() ? 0 : found->second;
      explanation.functions.push_back({with_file(change.function), each(a), each(a + change.count)});
    }
  }

  std::map<FunctionKey, std::string> files_;
  FunctionCounts a_;
  FunctionCounts b_;
  double iterations_;
};

}  // namespace

Explanation explain(const CaseFunctions& a, const CaseFunctions& b, const ExplainOptions& options) {
  Explanation explanation = Explainer(common_unit(a, b, options)).explain();
  if (!options.short_names || !options.inclusive) return explanation;
  // One may be within another: a sum of what they include would count it twice.
  for (FunctionChange& change : explanation.functions) change.function = shortened(change.function);
  for (RenamedFunction& change : explanation.renamed) {
    change.from = shortened(change.from);
    change.to = shortened(change.to);
  }
  return explanation;
}

Explanation explain(const CaseFunctions& functions, const ExplainOptions& options) {
  return explain({functions.iterations, {}, {}}, functions, options);
}

}  // namespace quern
