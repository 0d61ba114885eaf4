// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "harness/compare/case_limits.hpp"
#include "harness/compare/judge.hpp"
#include "harness/compare/waiver_search.hpp"
#include "harness/model/unpinned.hpp"

namespace quern {
namespace {

constexpr std::string_view kVerdicts[] = {"neutral", "improved", "regressed", "mixed"};
constexpr std::string_view kConfirmations[] = {"not_needed",   "confirmed",  "not_confirmed",
                                               "not_possible", "not_wanted", "interrupted"};

using ResultsById = std::map<std::string_view, const CaseResult*>;

ResultsById by_id(const Run& run) {
  ResultsById results;
  for (const CaseResult& result : run.cases) results[result.args->id] = &result;
  return results;
}

const CaseResult* look(const ResultsById& results, const std::string& id) {
  const auto found = results.find(id);
  return found == results.end() ? nullptr : found->second;
}

// Why a run lacks a case that the head has, if not because the case is new.
std::string why_incomplete(const Run& base, const Run& head) {
  if (base.interrupted) return "the base was interrupted before it";
  const RunSelection of_head = head.selection.value_or(RunSelection{});
  if (!base.selection || base.selection->covers(of_head)) return {};
  return fmt::format("the base was measured with {}, which may leave it out, and the head with {}",
                     base.selection->text(), of_head.text());
}

CheckedMetric checked_metric(const WatchedMetric& watched, const MetricValue& base, const MetricValue& head) {
  CheckedMetric metric{watched.metric, base.value, head.value, watched.limit.limit.allowance(base.value),
                       watched.limit};
  metric.doubt = doubt_between(base, head);
  return metric;
}

class Checker {
 public:
  Checker(const Run& base, const Run& head, const CheckOptions& options)
      : base_(by_id(base)),
        head_(by_id(head)),
        base_incomplete_(why_incomplete(base, head)),
        head_interrupted_(head.interrupted),
        options_(options) {
    check_.comparison = compare(base, head);
    check_.base = {base.environment.name, false, base.commit};
    check_.head = {head.environment.name, false, head.commit};
    check_.options = &options;
    if (!options.allow_unpinned) refuse_unpinned({&base.environment, &head.environment});
    for (Difference& found : blocking_differences(base.environment, head.environment, compared_languages()))
      (is_allowed(found) ? check_.tolerated : check_.blocking).push_back(std::move(found));
  }

  Check check() {
    for (const CaseComparison& compared : check_.comparison.cases) check_.cases.push_back(check_case(compared));
    refuse_a_gate_that_watches_nothing();
    for (const Waiver& waiver : options_.waivers)
      if (waiver.has_expired(options_.today)) check_.expired.push_back(&waiver);
    check_.warnings = unused_waivers(check_.cases, options_.waivers);
    return std::move(check_);
  }

 private:
  [[nodiscard]] bool is_allowed(const Difference& difference) const {
    return options_.allow_different || (options_.allow_installation && difference.kind == FactKind::installation);
  }

  void refuse_unpinned(std::initializer_list<const Fingerprint*> sides) {
    for (const Fingerprint* side : sides)
      for (const std::string& pin : unpinned(*side)) check_.unpinned.push_back(pin);
  }

  // What a side has no number of in a language says nothing of how it would have counted there.
  [[nodiscard]] std::set<Language> compared_languages() const {
    std::set<Language> languages;
    for (const auto& [id, result] : head_) {
      const auto base = base_.find(id);
      if (result->measurement && base != base_.end() && base->second->measurement)
        languages.insert(result->args->language);
    }
    return languages;
  }

  CheckedCase check_case(const CaseComparison& compared) {
    const TwoResults results{look(base_, compared.args->id), look(head_, compared.args->id), base_incomplete_,
                             head_interrupted_};
    CheckedCase checked;
    checked.compared = &compared;
    checked.args = results.head != nullptr ? results.head->args : compared.args;
    const CaseLimits limits(*checked.args, options_);
    note_use(limits, results);
    checked.finding = finding_without_numbers(results, checked.note);
    if (results.both_measured() && checked.finding != Finding::redefined) judge(results, limits, checked);
    accept_finding(checked, options_);
    return checked;
  }

  void note_use(const CaseLimits& limits, const TwoResults& results) {
    used_.insert(limits.matched().begin(), limits.matched().end());
    const bool common = results.base != nullptr && results.head != nullptr;
    any_common_ = any_common_ || common;
    any_watched_ = any_watched_ || (common && limits.any());
  }

  void judge(const TwoResults& results, const CaseLimits& limits, CheckedCase& checked) {
    for (WatchedMetric& watched : limits.watched(results.exact())) {
      const MetricValue* const base = results.base_numbers()->find(watched.metric);
      const MetricValue* const head = results.head_numbers()->find(watched.metric);
      bool& seen = seen_.try_emplace({watched.metric, watched.limit.origin}, false).first->second;
      seen = seen || (base != nullptr && head != nullptr);
      if (base != nullptr && head != nullptr)
        add_metric(checked_metric(watched, *base, *head), checked);
      else
        miss_metric(watched.metric, checked);
    }
    if (checked.metrics.empty()) add_note(checked.note, "nothing of it is watched");
  }

  static void miss_metric(const std::string& metric, CheckedCase& checked) {
    add_note(checked.note, fmt::format("{} is not known on both sides", metric));
    checked.finding = worse(checked.finding, Finding::unmeasured);
  }

  static void add_metric(CheckedMetric metric, CheckedCase& checked) {
    metric.finding = judge_metric(metric);
    if (metric.finding == Finding::unstable)
      add_note(checked.note, fmt::format("{:+.10g} is more than the limit of {}, but its repeats differ by {}",
                                         metric.delta(), number_text(metric.allowance), number_text(metric.doubt)));
    checked.finding = worse(checked.finding, metric.finding);
    checked.metrics.push_back(std::move(metric));
  }

  void refuse_a_gate_that_watches_nothing() const {
    if (!any_common_)
      throw Error(ErrorKind::usage, "the base and the head have no case in common",
                  "both must be runs of the same definitions; 'quern list' shows their cases");
    for (const LimitRule& rule : options_.rules.limits)
      if (!used_.contains(&rule))
        throw Error(ErrorKind::definition, "this limit matches no case", rule.where,
                    "a limit that watches nothing is probably a mistake; correct its pattern or take it out");
    if (!any_watched_)
      throw Error(ErrorKind::usage, "no case is watched: 'limits' of quern.yaml switch all of them off",
                  "a check that watches nothing would always pass");
    for (const auto& [watched, seen] : seen_)
      if (!seen)
        throw Error(ErrorKind::usage,
                    fmt::format("{} limits {}, but no case has it on both sides", watched.second, watched.first),
                    fmt::format("measure both sides with --metrics {}", asked_by(watched.first)));
  }

  ResultsById base_;
  ResultsById head_;
  std::string base_incomplete_;
  bool head_interrupted_;
  const CheckOptions& options_;
  Check check_;
  std::set<const LimitRule*> used_;
  std::map<std::pair<std::string, std::string>, bool> seen_;  // metric and origin: whether a case has it
  bool any_common_ = false;
  bool any_watched_ = false;
};

}  // namespace

std::string_view to_string(CheckVerdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

std::string_view to_string(Confirmation confirmation) { return kConfirmations[static_cast<std::size_t>(confirmation)]; }

CheckVerdict Check::verdict() const {
  const bool worse =
      std::any_of(cases.begin(), cases.end(), [](const CheckedCase& checked) { return checked.fails(); });
  const bool better = count(Finding::improved) > 0;
  if (worse) return better ? CheckVerdict::mixed : CheckVerdict::regressed;
  return better ? CheckVerdict::improved : CheckVerdict::neutral;
}

std::size_t Check::count(Finding finding) const {
  const auto is_that = [finding](const CheckedCase& checked) { return checked.finding == finding; };
  return static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), is_that));
}

bool Check::fails() const {
  return !expired.empty() ||
         std::any_of(cases.begin(), cases.end(), [](const CheckedCase& checked) { return checked.fails(); });
}

bool Check::unstable() const {
  return !comparison.stable || std::any_of(cases.begin(), cases.end(), [](const CheckedCase& checked) {
    return checked.finding == Finding::unstable && checked.is_open();
  });
}

bool Check::undecided() const {
  return unstable() || !unpinned.empty() || saw_nothing() ||
         std::any_of(cases.begin(), cases.end(), [](const CheckedCase& checked) { return checked.is_open(); });
}

bool Check::saw_nothing() const {
  return std::none_of(cases.begin(), cases.end(), [](const CheckedCase& checked) {
    return !checked.metrics.empty() || checked.fails() || checked.is_open();
  });
}

Check check_runs(const Run& base, const Run& head, const CheckOptions& options) {
  return Checker(base, head, options).check();
}

}  // namespace quern
