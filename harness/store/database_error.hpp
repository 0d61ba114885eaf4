// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "base/error.hpp"

struct sqlite3;

namespace quern {

/// What a result code of SQLite means to the user, and what to do about it. `handle` may be null.
Error database_error(const std::filesystem::path& file, int code, sqlite3* handle);

/// The file is not what quern wrote.
Error damaged(const std::filesystem::path& file);

}  // namespace quern
