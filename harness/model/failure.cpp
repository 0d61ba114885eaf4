// SPDX-License-Identifier: Apache-2.0
#include "harness/model/failure.hpp"

#include <algorithm>

namespace quern {
namespace {

constexpr FailureWord kFailures[] = {
    {FailureKind::compile, "compile", "The case does not compile."},
    {FailureKind::model, "model", "Its TorchScript model could not be derived."},
    {FailureKind::exception, "exception", "The case threw an exception."},
    {FailureKind::crash, "crash", "A signal ended the case."},
    {FailureKind::exit, "exit", "The case ended its process."},
    {FailureKind::timeout, "timeout", "The case was not done in time."},
    {FailureKind::server, "server", "The server that should have measured it broke down."},
    {FailureKind::profile, "profile", "What Callgrind or the worker wrote cannot be read, or does not add up."},
    {FailureKind::judgement, "judgement", "Its windows could not be judged."},
    {FailureKind::threads, "threads", "It has several threads, and who counted saw one of them."},
    {FailureKind::requirement, "requires", "Its definition excludes this environment."},
    {FailureKind::environment, "environment", "The environment's torch cannot be had in this language."},
    {FailureKind::unsupported, "unsupported", "Quern does not measure such cases yet."},
    {FailureKind::missing, "missing", "It was not measured at all."},
};

}  // namespace

std::span<const FailureWord> failure_words() { return kFailures; }

std::string_view kind_word(const Failure& failure) {
  const auto* const found = std::ranges::find(kFailures, failure.kind, &FailureWord::kind);
  return found == std::end(kFailures) ? std::string_view(failure.newer_kind) : found->word;
}

void set_kind(Failure& failure, const std::string& word) {
  const auto* const found = std::ranges::find(kFailures, word, &FailureWord::word);
  failure.kind = found == std::end(kFailures) ? FailureKind::newer : found->kind;
  failure.newer_kind = found == std::end(kFailures) ? word : std::string{};
}

}  // namespace quern
