// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "harness/environment/fetch/releases.hpp"
#include "harness/environment/fetch/wheel.hpp"

namespace quern {

/// The releases among these wheels that a user means by words: see Releases::resolve().
std::vector<Release> releases_of(const std::vector<std::string>& words, PatchChoice patches,
                                 std::span<const Wheel> wheels);

}  // namespace quern
