// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// What a fingerprint tells, in the order in which people see it. From `installation` to `variable` it is what a count
/// is made with, besides LibTorch.
enum class FactKind {
  torch,
  torch_git,
  abi,
  build,
  installation,
  compiler,
  flags,
  python,
  valgrind,
  glibc,
  processor,
  allocator,
  variable,
  library
};

/// One thing that a count is made with: a change under test does not bring it with it.
struct Condition {
  FactKind kind = FactKind::compiler;
  std::string name;   // of a pinned variable; else empty
  std::string value;  // empty: the run does not say, or of a variable: it is empty

  bool operator==(const Condition&) const = default;
};

/// `compiler`, `python`, or the name of a variable.
std::string condition_word(const Condition& condition);

/// All of them that a count of this language depends on. Two counts can be compared if these are equal: the one
/// definition of it, for checks, resumed runs, trends and adaptive limits. What only the other language depends on is
/// not among it, so that it does not matter what else a run measured.
std::vector<Condition> conditions_of(const Fingerprint& environment, Language language);

/// Whether counts of this language can be compared.
bool are_comparable(const Fingerprint& a, const Fingerprint& b, Language language);

/// The conditions as a short hash, equal exactly if they are: what trends and limits call one machine.
std::string machine_key(const Fingerprint& environment, Language language);

/// What a stored count is a count of, and under which conditions.
struct CountOrigin {
  std::string definition_hash;
  std::string machine;  // machine_key
};

/// Whether two stored counts can be compared. They know their conditions by that key, and their definitions must be
/// equal, too.
bool are_comparable(const CountOrigin& a, const CountOrigin& b);

}  // namespace quern
