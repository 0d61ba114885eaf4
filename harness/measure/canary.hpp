// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/measure/measure.hpp"

namespace quern {

/// Starts a crew's server once without Valgrind, which takes a second and shows what would come to light after
/// minutes: a library that cannot be loaded, a symbol that is missing, an operator that crashes. Throws
/// Error(environment).
void check_canary(const Crew& crew);

}  // namespace quern
