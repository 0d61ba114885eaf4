// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/compare/check.hpp"
#include "tests/unit/model/made_up_run.hpp"

namespace quern::test {

/// Two runs and what a check of them goes by. Everything must stay where it is while a check is looked at.
struct TwoRuns {
  MadeUpRun base;
  MadeUpRun head;
  CheckOptions options;

  TwoRuns() { options.today = "2026-11-17"; }

  void add(const std::string& name, double in_base, double in_head) {
    base.add_ok({name}, Verdict::exact, in_base);
    head.add_ok({name}, Verdict::exact, in_head);
  }

  void add_jitter(const std::string& name, double in_base, double in_head, double spread) {
    base.add_ok({name}, Verdict::jitter, in_base, spread);
    head.add_ok({name}, Verdict::exact, in_head);
  }

  /// Of the case that was added last.
  void set_metric(const std::string& metric, double in_base, double in_head) {
    base.run.cases.back().measurement->values[metric] = {in_base};
    head.run.cases.back().measurement->values[metric] = {in_head};
  }

  static void skip(MadeUpRun& run, const std::string& name, const std::string& why) {
    run.add({name}, Status::skipped).failure = Failure{FailureKind::requirement, why, "", ""};
  }

  LimitRule& limit(const std::string& match, const std::string& metric, const std::string& text) {
    LimitRule& rule = options.rules.limits.emplace_back();
    rule.match = match;
    rule.pattern = Pattern(match);
    rule.metrics[metric] = parse_limit(text);  // nothing for off
    rule.where = {"quern.yaml", static_cast<int>(options.rules.limits.size()) + 1, 3};
    return rule;
  }

  Waiver& waive(const std::string& match, const std::string& expires = "2026-12-31") {
    Waiver& waiver = options.waivers.emplace_back();
    waiver.match = match;
    waiver.pattern = Pattern(match);
    waiver.reason = "known";
    waiver.who = "ada";
    waiver.expires = expires;
    waiver.findings = {Finding::regressed};
    waiver.where = {"waivers.yaml", static_cast<int>(options.waivers.size()) * 10, 5};
    return waiver;
  }

  [[nodiscard]] Check check() const { return check_runs(base.run, head.run, options); }
};

}  // namespace quern::test
