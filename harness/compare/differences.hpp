// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// One thing that is not the same in two environments.
struct Difference {
  std::string what;
  std::string a;
  std::string b;
};

/// Everything in which two environments differ, as far as it can change a count. Names and sources are not among it.
std::vector<Difference> differences(const Fingerprint& a, const Fingerprint& b);

/// Those of them that make two counts incomparable, whatever LibTorch does: another machine, tool, compiler or pinned
/// variable. Another Python only if both sides have one.
std::vector<Difference> blocking_differences(const Fingerprint& a, const Fingerprint& b);

/// Whether two environments load the same libraries. unknown: some have no build-id, and nothing else tells.
enum class SameLibraries { yes, no, unknown };

SameLibraries same_libraries(const Fingerprint& a, const Fingerprint& b);

}  // namespace quern
