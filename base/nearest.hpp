// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace quern {

/// The candidate that `word` was probably meant to be, by edit distance; empty if none is close.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "did you mean 'x'?", or `otherwise` where nothing is close.
std::string suggest_or(std::string_view word, std::span<const std::string_view> candidates, std::string otherwise);

/// The same; where nothing is close, the list of what is valid.
std::string suggest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace quern
