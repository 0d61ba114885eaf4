// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/model/run.hpp"

namespace quern {

/// In `Fingerprint::pinned`, the value of a pin that a server asked for and did not get. Such a run differs from one
/// that got it as runs with other pins do, and no gate takes its counts unless it is allowed to.
constexpr const char* kUnpinned = "could not be pinned";

/// The pins that could not be set: `addresses`, `core`, `heap`.
std::vector<std::string> unpinned(const Fingerprint& fingerprint);

/// What that means, for people.
std::string unpinned_sentence(const std::string& pin);

}  // namespace quern
