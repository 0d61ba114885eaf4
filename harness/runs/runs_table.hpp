// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/run_store.hpp"

namespace quern {

/// Runs for people: a line each.
void write_runs_table(const std::vector<RunSummary>& runs, std::ostream& out);

/// `2026-11-16 01:00` of `2026-11-16T01:00:00Z`; what is no such time as it is.
std::string short_time(std::string_view started);

/// The first digits of a commit; `-` if there is none.
std::string short_commit(std::string_view commit);

}  // namespace quern
