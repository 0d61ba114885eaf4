// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "harness/profile/profile.hpp"
#include "harness/profile/profile_reader.hpp"

namespace quern {

/// The text of a file in fixtures/.
std::string fixture_text(const std::string& name);

/// Reads a file in fixtures/, named without its folder in messages.
Profile read_fixture(const std::string& name, Threads threads = Threads::one);

/// The one function with this name. Throws std::runtime_error if there is none or more.
const FunctionCost& function_named(const Profile& profile, std::string_view name);

/// What reading a fixture says: `file:line:column: message`, or nothing.
std::string message_of(const std::string& name, Threads threads = Threads::one);

}  // namespace quern
