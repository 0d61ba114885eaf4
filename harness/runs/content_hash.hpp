// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace quern {

/// Whether a file belongs to what is hashed. Null: every file does.
using FileFilter = std::function<bool(const std::filesystem::path&)>;

/// A hash of the files in these folders and all below them, by relative name and content, in an order of their own; a
/// path may also be a file. Links to files count as the files that they lead to. What is not there counts as such, and
/// Python's caches do not count. Throws Error(environment) for a file that cannot be read, and Error(interrupted).
std::string content_of(const std::vector<std::filesystem::path>& places, const FileFilter& filter);

/// The same of one folder, and not of those below it.
std::string content_beside(const std::filesystem::path& folder, const FileFilter& filter);

}  // namespace quern
