// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CLI/CLI.hpp>

namespace quern {

/// Checks that an option's value is a whole number from `first` to `last`. CLI11's own check says what is wrong in
/// other words with each of its releases.
CLI::Validator whole_number(int first, int last);

}  // namespace quern
