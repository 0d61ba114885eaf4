// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "harness/cli/cli11_fwd.hpp"
#include "harness/settings/settings.hpp"

namespace quern {

/// `--store FILE`: `file` stays empty if nobody names one.
void add_store_option(CLI::App& command, std::string& file);

/// The store that is meant: `file`, or `.quern/runs.sqlite` beside the nearest quern.yaml, else in the working
/// directory; then its path is relative to the working directory.
std::filesystem::path store_path(const std::string& file, const Settings& settings);

}  // namespace quern
