// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>

#include "worker/protocol/timer_args.hpp"

namespace quern {

/// 32 hexadecimal digits, the same on every machine. Fields are kept apart: {"ab", "c"} differs from {"a", "bc"}.
std::string hash_fields(std::initializer_list<std::string_view> fields);

/// Covers what is run and how. Not the label, origin, tags and guards: moving or tagging a benchmark does not change
/// it.
std::string definition_hash(const TimerArgs& args);

}  // namespace quern
