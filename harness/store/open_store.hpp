// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>

#include "harness/store/database.hpp"

namespace quern {

/// A store to write to: made if it is missing, brought up to date if it is older.
Database open_to_write(const std::filesystem::path& file, std::chrono::milliseconds patience);

/// A store to read. Throws Error(usage) if there is none.
Database open_to_read(const std::filesystem::path& file, std::chrono::milliseconds patience);

}  // namespace quern
