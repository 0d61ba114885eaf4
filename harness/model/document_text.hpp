// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quern {

/// A document as it is printed: JSON in lines, in which every character that a terminal would obey, or that turns the
/// direction of a line, is written as `\u009b`. Who reads it gets the texts as they are. Bytes that are not UTF-8 are
/// replaced.
std::string document_text(const nlohmann::ordered_json& document);

}  // namespace quern
