// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/env_probe.hpp"

#include <utility>

#include "base/error.hpp"
#include "harness/measure/canary.hpp"
#include "harness/measure/environment_run.hpp"
#include "harness/measure/sentries.hpp"

namespace quern {

ProbeReport probe_in_full(const EnvironmentSpec& spec, const RunOptions& options, const RunContext& context) {
  std::vector<Case> cases = sentry_cases(Language::cpp);
  for (Case& sentry : sentry_cases(Language::python)) cases.push_back(std::move(sentry));
  EnvironmentRun part(cases, EnvironmentPart{0, spec}, options, context);
  part.probe();
  ProbeReport report;
  report.environment = part.environment();
  for (const CaseQueue& queue : part.build()) {
    report.canaries.push_back(try_canary(queue));
    part.describe(report.canaries.back().hello);
  }
  Run run = part.finish();
  for (const CaseResult& result : run.cases)  // a sentry that does not compile
    if (result.status == Status::failed) report.canaries.push_back({result.args->language, result.failure->message});
  report.fingerprint = std::move(run.environment);
  return report;
}

}  // namespace quern
