// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"

namespace quern {

/// A label becomes part of ids: reports an empty one, and characters that ids use for themselves.
bool check_label(const std::string& label, const Place& place, Problems& problems);

}  // namespace quern
