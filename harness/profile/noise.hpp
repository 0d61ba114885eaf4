// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace quern {

/// Whether a function's count is known to depend on the history of the process rather than on its code:
/// - dictionary lookups of the Python interpreter, whose probes depend on string hashes and insertion order;
/// - the inside of allocators (glibc, mimalloc, Python's), whose path depends on what was freed before. Not their
///   entries such as `malloc`: whether those are called is the program's doing.
/// Suffixes of Callgrind (`'2`) and of compilers (`.isra.0`, `.cold`) do not matter.
bool is_noisy(std::string_view function);

}  // namespace quern
