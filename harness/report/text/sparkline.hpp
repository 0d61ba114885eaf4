// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace quern {

/// A series in one line of block characters, lowest to highest; of more than `width` values each character stands for
/// several, and shows the one farthest from its predecessor. What is not a finite number is a gap.
std::string sparkline(const std::vector<double>& values, std::size_t width);

}  // namespace quern
