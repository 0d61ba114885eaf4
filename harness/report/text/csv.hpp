// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace quern {

/// A field of comma-separated values (RFC 4180): printable, and quoted if it has to be. What a spreadsheet would take
/// for a formula (`=`, `+`, `-` or `@` in front) has a `'` before it.
std::string csv_field(const std::string& content);

}  // namespace quern
