// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/backtest.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/compare/explanation.hpp"
#include "harness/compare/steps.hpp"
#include "harness/model/conditions.hpp"

namespace quern {
namespace {

// The range of three draws from a normal distribution is on average so many standard deviations wide.
constexpr double kDeviationsPerRange = 1.7;

double larger_spread(const BacktestValue& a, const BacktestValue& b) { return std::max(a.spread, b.spread); }

// The lower one of two: most counts being exact makes it 0.
double usual_noise(std::vector<double> spreads) {
  const auto middle = spreads.begin() + static_cast<std::ptrdiff_t>((spreads.size() - 1) / 2);
  std::nth_element(spreads.begin(), middle, spreads.end());
  return *middle / kDeviationsPerRange;
}

Case without_code(const Case& args) {
  Case plain = args;
  plain.body = TimerArgs{};
  plain.assets.clear();
  return plain;
}

Fingerprint without_libraries(Fingerprint environment) {
  environment.libraries.clear();
  return environment;
}

BacktestValue missing_value(const std::string& kind, const std::string& reason) {
  BacktestValue value;
  value.failure_kind = kind;
  value.failure = reason;
  return value;
}

}  // namespace

bool StepRule::differ(const BacktestValue& a, const BacktestValue& b) const {
  const double change = std::abs(b.instructions - a.instructions);
  // A share of a count is not exact in binary: what is equal on paper must not be beyond it.
  const double share = least * std::abs(a.instructions) * (1 + 1e-12);
  return change > larger_spread(a, b) && change > share;
}

std::vector<BacktestStep> steps_of(const std::vector<BacktestValue>& values, const StepRule& rule) {
  std::vector<std::size_t> builds;
  std::vector<double> counts;
  std::vector<double> spreads;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].measured()) continue;
    builds.push_back(i);
    counts.push_back(values[i].instructions);
    spreads.push_back(values[i].spread);
  }
  std::vector<BacktestStep> steps;
  if (builds.size() < 2) return steps;
  for (const Step& step : find_steps(counts, usual_noise(spreads))) {
    const std::size_t before = builds[step.at - 1];
    const std::size_t at = builds[step.at];
    if (rule.differ(values[before], values[at]))
      steps.push_back({before, at, values[before].instructions, values[at].instructions});
  }
  return steps;
}

std::vector<StepFunction> largest_functions(const CaseFunctions& a, const CaseFunctions& b, std::size_t most) {
  ExplainOptions options;
  options.short_names = true;  // from release to release, a parameter more does not make another function
  const Explanation explanation = explain(a, b, options);
  std::vector<StepFunction> functions;
  double rest = explanation.delta();
  for (const FunctionChange& change : explanation.functions) {
    if (functions.size() == most) break;
    functions.push_back({change.function.name, change.function.file, change.function.object, change.delta()});
    rest -= change.delta();
  }
  const bool more = functions.size() < explanation.functions.size() || !explanation.renamed.empty();
  if (more && most > 0) functions.push_back({"(other)", "", "", rest});
  return functions;
}

std::vector<std::string> changed_conditions(const Fingerprint& a, const Fingerprint& b, Language language) {
  const std::vector<Condition> before = conditions_of(a, language);
  const std::vector<Condition> after = conditions_of(b, language);
  std::vector<std::string> words;
  const auto add_missing = [&](const std::vector<Condition>& from, const std::vector<Condition>& in) {
    for (const Condition& condition : from)
      if (std::find(in.begin(), in.end(), condition) == in.end()) words.push_back(condition_word(condition));
  };
  add_missing(after, before);
  add_missing(before, after);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

BacktestValue value_of(const CaseResult& result) {
  BacktestValue value;
  value.status = result.measurement ? Status::ok : result.status;
  if (result.measurement) {
    value.instructions = result.measurement->instructions();
    value.spread = result.measurement->spread();
    value.verdict = to_string(result.measurement->verdict);
  } else if (result.failure) {
    value.failure_kind = kind_word(*result.failure);
    value.failure = result.failure->message;
  }
  return value;
}

BacktestBuilder::BacktestBuilder(const std::vector<Case>& cases, StepRule rule, std::size_t functions)
    : rule_(rule), functions_(functions), last_(cases.size()), changes_(cases.size()) {
  backtest_.least_step = rule.least;
  for (const Case& args : cases) {
    numbers_[args.id] = backtest_.cases.size();
    backtest_.cases.push_back({without_code(args), {}, {}});
  }
}

void BacktestBuilder::add_failed(const std::string& name, const std::string& reason) {
  backtest_.builds.push_back({name, "", "", reason});
  for (BacktestCase& entry : backtest_.cases) entry.values.push_back(missing_value("environment", reason));
}

void BacktestBuilder::add(const std::string& name, const Run& run) {
  const Fingerprint& environment = run.environment;
  backtest_.builds.push_back({name, environment.torch_version, environment.python, "", run.stable});
  for (BacktestCase& entry : backtest_.cases) entry.values.push_back(missing_value("missing", "not measured"));
  for (const CaseResult& result : run.cases) {
    const auto number = numbers_.find(result.args->id);
    if (number == numbers_.end()) continue;
    backtest_.cases[number->second].values.back() = value_of(result);
    if (result.measurement) compare_with_last(number->second, run, result);
  }
}

void BacktestBuilder::compare_with_last(std::size_t number, const Run& run, const CaseResult& result) {
  Last& last = last_[number];
  const std::vector<BacktestValue>& values = backtest_.cases[number].values;
  const std::size_t build = values.size() - 1;
  if (last.build && rule_.differ(values[*last.build], values[build])) {
    BacktestStep step{*last.build, build};
    step.changes = changed_conditions(last.environment, run.environment, result.args->language);
    if (last.functions && result.measurement->functions)
      step.functions = largest_functions(*last.functions, *result.measurement->functions, functions_);
    changes_[number].emplace(build, std::move(step));
  }
  last = {build, result.measurement->functions, without_libraries(run.environment)};
}

Backtest BacktestBuilder::finish(bool interrupted) const {
  Backtest backtest = backtest_;
  backtest.interrupted = interrupted;
  for (std::size_t i = 0; i < backtest.cases.size(); ++i) {
    BacktestCase& entry = backtest.cases[i];
    entry.steps = steps_of(entry.values, rule_);
    for (BacktestStep& step : entry.steps) {
      const BacktestStep& change = changes_[i].at(step.at);
      step.changes = change.changes;
      step.functions = change.functions;
    }
  }
  return backtest;
}

}  // namespace quern
