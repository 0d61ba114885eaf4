// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "harness/process/process_runner.hpp"

namespace quern {

/// What a short program prints on both streams, at most 64 kB of it; nothing if it fails, or takes
/// longer than `timeout`. `spec.output_log` is filled in here.
std::optional<std::string> output_of(ProcessRunner& runner, ChildSpec spec, std::chrono::milliseconds timeout);

}  // namespace quern
