// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace quern {

/// Makes `text` the whole of `file`, or leaves it as it was. The text is written aside, to a file of this call's own
/// making, and renamed over what is there: a link is replaced and not followed, and what has other names keeps them.
/// Permissions stay. Throws Error(environment) if that cannot be, also if the file belongs to somebody else.
void replace_file(const std::filesystem::path& file, const std::string& text);

/// Throws what replace_file() would throw, as far as can be told without writing.
void require_replaceable(const std::filesystem::path& file);

}  // namespace quern
