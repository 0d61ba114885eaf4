// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace quern {

/// A layout says where things lie in the memory of a server. Layout 0 is the usual one; in every other one libraries,
/// stack and heap lie elsewhere, and the heap begins as if something else had been allocated first. A count that is the
/// same in several layouts does not depend on where things lie.

/// By how many pages all libraries are moved: by a library of that size that is loaded before them.
int padding_pages(int layout);

/// The value of QUERN_LAYOUT, which is set in every layout so that getenv passes over as many variables: the number,
/// which the pinned allocator reads, and what moves the stack by its length.
std::string layout_variable(int layout);

}  // namespace quern
