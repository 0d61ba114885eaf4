// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// A function behind a step, per iteration. What stands for all that are not named is called `(other)`.
struct StepFunction {
  std::string name;
  std::string file;
  std::string library;
  double delta = 0;
};

/// One of the builds that a suite was measured on.
struct BacktestBuild {
  std::string name;
  std::string torch_version = {};  // empty if the build failed
  std::string python = {};         // empty: no Python case was measured
  std::string failure = {};        // why the build has no numbers at all; empty: it was measured
  bool stable = true;              // whether its sentries stood still

  [[nodiscard]] bool ok() const { return failure.empty(); }
};

/// What a case is on one build.
struct BacktestValue {
  Status status = Status::skipped;
  double instructions = 0;  // if the status is ok
  double spread = 0;        // of its repeats
  std::string verdict = {};
  std::string failure_kind = {};  // why there is no number: a word of failure_words()
  std::string failure = {};

  [[nodiscard]] bool measured() const { return status == Status::ok; }
};

/// Where a count goes from one level to another: between two builds that both have a number. Between them are only
/// builds that have none.
struct BacktestStep {
  std::size_t before = 0;  // the last build of the old level
  std::size_t at = 0;      // the first build of the new one
  double a = 0;
  double b = 0;
  std::vector<std::string> changes = {};  // what else is not the same on both: `python`, `compiler`, …
  std::vector<StepFunction> functions = {};

  [[nodiscard]] double delta() const { return b - a; }
  /// B as a multiple of A; 1 if that says nothing.
  [[nodiscard]] double ratio() const { return a > 0 && b > 0 ? b / a : 1; }
};

struct BacktestCase {
  Case args;                          // without code
  std::vector<BacktestValue> values;  // in the order of builds
  std::vector<BacktestStep> steps;    // in the order of builds
};

/// One suite over many builds.
struct Backtest {
  std::vector<BacktestBuild> builds;
  std::vector<BacktestCase> cases;  // in the order of the suite
  double least_step = 0;            // changes up to this share of a count are no steps
  bool interrupted = false;
};

/// How far apart two counts must be to differ: more than the repeats of either are, and more than a share of the first.
struct StepRule {
  double least = 0;  // 0.005: half a per cent

  [[nodiscard]] bool differ(const BacktestValue& a, const BacktestValue& b) const;
};

/// The steps of one case, without functions. What has no number is passed over: a gap is no step.
std::vector<BacktestStep> steps_of(const std::vector<BacktestValue>& values, const StepRule& rule);

/// Makes a backtest of runs, one after the other: the functions of no more than two builds are held at a time.
class BacktestBuilder {
 public:
  /// `functions`: how many of each step are named.
  BacktestBuilder(const std::vector<Case>& cases, StepRule rule, std::size_t functions);

  /// The next build, and its run of the same cases; a case that the run lacks was not measured.
  void add(const std::string& name, const Run& run);
  /// The next build, which could not be measured at all.
  void add_failed(const std::string& name, const std::string& reason);
  /// With what was added so far.
  [[nodiscard]] Backtest finish(bool interrupted) const;

 private:
  /// What is known of the last build that has a number of a case.
  struct Last {
    std::optional<std::size_t> build;
    std::optional<CaseFunctions> functions;
    Fingerprint environment;
  };

  void compare_with_last(std::size_t number, const Run& run, const CaseResult& result);

  Backtest backtest_;
  StepRule rule_;
  std::size_t functions_;
  std::map<std::string, std::size_t, std::less<>> numbers_;  // of cases, by id
  std::vector<Last> last_;
  std::vector<std::map<std::size_t, BacktestStep>> changes_;  // of each case, by the build after it
};

/// What of the functions behind a difference is worth naming: the largest, and the rest as one.
std::vector<StepFunction> largest_functions(const CaseFunctions& a, const CaseFunctions& b, std::size_t most);

/// What a step may come from besides LibTorch: the words of conditions that are not equal in both environments.
std::vector<std::string> changed_conditions(const Fingerprint& a, const Fingerprint& b, Language language);

/// The value that a result is.
BacktestValue value_of(const CaseResult& result);

}  // namespace quern
