// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// One thing that is not the same in two environments.
struct Difference {
  std::string what;
  std::string a;  // as people read it
  std::string b;
  bool known = true;  // false: one of the two does not say
};

/// Everything in which two environments differ, as far as it can change a count. Names and sources are not among it.
std::vector<Difference> differences(const Fingerprint& a, const Fingerprint& b);

/// Those of them that make counts of these languages incomparable, whatever LibTorch does: their conditions are not
/// equal (harness/model/conditions.hpp).
std::vector<Difference> blocking_differences(const Fingerprint& a, const Fingerprint& b,
                                             const std::set<Language>& languages);

/// Whether two environments load the same libraries. unknown: some have no build-id, and nothing else tells.
enum class SameLibraries { yes, no, unknown };

SameLibraries same_libraries(const Fingerprint& a, const Fingerprint& b);

}  // namespace quern
