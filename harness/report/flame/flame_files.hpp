// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace quern {

// What the page of a flame graph carries with it. The build defines these (cmake/embed.cmake).

/// embeds flame.css as flame_style
std::string_view flame_style();
/// embeds flame.js as flame_script
/// Text only ever goes through textContent, and nothing of the profile is in it.
std::string_view flame_script();

}  // namespace quern
