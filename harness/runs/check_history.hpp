// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "expand/case/case.hpp"

namespace quern {

/// How much each case moved from run to run before `base`, for adaptive limits: the runs of its name, or of the whole
/// store if it was given by id or commit. Nothing if `base` is not in the store.
std::function<std::vector<double>(const Case&)> history_of(const std::string& base,
                                                           const std::filesystem::path& store_file);

}  // namespace quern
