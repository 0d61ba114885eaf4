// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/yaml/problems.hpp"
#include "base/yaml/source.hpp"

namespace quern {

/// Looks at the bytes before the YAML parser does, for what it would misread or accept in silence: text that is not
/// UTF-8, control characters (yaml-cpp takes U+0004 for the end of the file), tabs used as indentation.
/// Returns false if there is no point in parsing.
bool check_text(const Source& source, Problems& problems);

/// The part of it that any text must pass: UTF-8, and no control characters but line breaks and tabs.
bool check_characters(const Source& source, Problems& problems);

}  // namespace quern
