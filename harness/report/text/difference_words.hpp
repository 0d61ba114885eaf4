// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/compare/differences.hpp"

namespace quern {

// A difference as people read it, `what: a → b`; not yet made printable.

/// `torch`, `compiler's flags`, or the name of a variable or a library.
std::string what_text(const Difference& difference);
/// What A says, and what B says: `-` where one does not say.
std::string a_text(const Difference& difference);
std::string b_text(const Difference& difference);

}  // namespace quern
