// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/verification.hpp"

#include <algorithm>

#include "harness/profile/standard_name.hpp"

namespace quern {
namespace {

// Steps know symbols only: no source file, and where there is no symbol no name.
FunctionCounts by_symbol(const FunctionCounts& counts) {
  return counts.transform([](const FunctionKey& key) {
    return FunctionKey{is_address(key) ? "[no symbol]" : key.name, "???", key.object};
  });
}

CaseFunctions by_symbol(const CaseFunctions& functions) {
  return {functions.iterations, by_symbol(functions.self), by_symbol(functions.inclusive)};
}

const CaseResult* find(const Run& run, const Case* args) {
  const auto found = std::find_if(run.cases.begin(), run.cases.end(),
                                  [args](const CaseResult& result) { return result.args == args; });
  return found == run.cases.end() ? nullptr : &*found;
}

void set_failure(VerifiedCase& verified, const CaseResult& result) {
  verified.agreement = result.status == Status::skipped ? Agreement::skipped : Agreement::failed;
  if (result.failure) verified.reason = result.failure->message;
}

void judge_counts(VerifiedCase& verified, const Measurement& callgrind, const Measurement& steps) {
  verified.steps = steps.instructions();
  if (verified.delta() == 0) {
    verified.agreement = Agreement::equal;
    return;
  }
  verified.agreement = callgrind.verdict == Verdict::jitter ? Agreement::jitter : Agreement::differs;
  if (callgrind.functions && steps.functions)
    verified.explanation = explain(by_symbol(*callgrind.functions), by_symbol(*steps.functions));
}

VerifiedCase verify_case(const CaseResult& callgrind, const CaseResult* steps) {
  VerifiedCase verified;
  verified.args = callgrind.args;
  if (!callgrind.measurement) {
    set_failure(verified, callgrind);
    return verified;
  }
  verified.callgrind = callgrind.measurement->instructions();
  verified.spread = callgrind.measurement->spread();
  if (steps == nullptr)
    verified.reason = "it was not stepped";
  else if (!steps->measurement)
    set_failure(verified, *steps);
  else
    judge_counts(verified, *callgrind.measurement, *steps->measurement);
  return verified;
}

}  // namespace

std::string_view to_string(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::differs:
      return "differs";
    case Agreement::jitter:
      return "jitter";
    case Agreement::failed:
      return "failed";
    case Agreement::skipped:
      break;
  }
  return "skipped";
}

std::size_t Verification::count(Agreement agreement) const {
  return static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), [agreement](const VerifiedCase& verified) {
    return verified.agreement == agreement;
  }));
}

Verification verify(const Run& callgrind, const Run& steps) {
  Verification verification{callgrind.environment, callgrind.interrupted || steps.interrupted, {}};
  for (const CaseResult& result : callgrind.cases)
    verification.cases.push_back(verify_case(result, find(steps, result.args)));
  return verification;
}

}  // namespace quern
