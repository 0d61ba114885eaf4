// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "harness/cli/options/measuring_options.hpp"
#include "harness/runs/selection.hpp"
#include "harness/runs/side_source.hpp"

namespace quern {

/// What a check measured, and how.
struct Measured {
  Selection selection;
  MeasuringOptions options;
};

/// The command that makes the head of a check its base from now on; empty if no single one does.
std::string rebase_command(const SideSource& base, const SideSource& head, const Measured& measured);

}  // namespace quern
