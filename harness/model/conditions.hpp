// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

enum class ConditionKind { compiler, flags, python, valgrind, glibc, processor, allocator, variable };

/// One thing that a count is made with, besides LibTorch: a change under test does not bring it with it.
struct Condition {
  ConditionKind kind = ConditionKind::compiler;
  std::string name;   // for people; of a pinned variable its own
  std::string value;  // empty: the run does not say, or of a variable: it is empty
};

/// All of them that a count of this language depends on. Two counts can be compared if these are equal: the one
/// definition of it, for checks, resumed runs, trends and adaptive limits. What only the other language depends on is
/// not among it, so that it does not matter what else a run measured.
std::vector<Condition> conditions_of(const Fingerprint& environment, Language language);

/// The same as a short hash: of what trends and limits call one machine.
std::string machine_key(const Fingerprint& environment, Language language);

}  // namespace quern
