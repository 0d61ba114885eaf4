// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "harness/model/conditions.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// What one side says: nothing (it does not know, a variable is not set, a library is not loaded), whether the C++ ABI
/// is the new one, a text, or a library.
using Fact = std::variant<std::monostate, bool, std::string, Library>;

/// One thing that is not the same in two environments. Reports say it in words (harness/report/text).
struct Difference {
  FactKind kind = FactKind::torch;
  std::string name;  // of a variable or a library; else empty
  Fact a;
  Fact b;

  /// Whether both sides say what they have. That a variable is not set is known.
  [[nodiscard]] bool known() const;
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
