// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string_view>

#include "base/yaml/key_set.hpp"

namespace quern {

// definitions/quern.schema.json lists the same words; a test holds the two together.
inline constexpr std::array<std::string_view, 12> kGroupWords = {"include",  "groups",   "timer_args", "stmts",
                                                                 "modules",  "variants", "operators",  "setup",
                                                                 "requires", "tags",     "axes",       "num_threads"};
inline constexpr std::array<std::string_view, 8> kTimerArgsWords = {
    "stmt", "setup", "global_setup", "num_threads", "language", "requires", "tags", "axes"};
inline constexpr std::array<std::string_view, 11> kStmtsWords = {"py_stmt",     "cpp_stmt", "setup",  "signature",
                                                                 "torchscript", "autograd", "boxing", "num_threads",
                                                                 "requires",    "tags",     "axes"};
inline constexpr std::array<std::string_view, 11> kModulesWords = {"py_model",    "cpp_model", "setup",  "signature",
                                                                   "torchscript", "autograd",  "boxing", "num_threads",
                                                                   "requires",    "tags",      "axes"};
inline constexpr std::array<std::string_view, 7> kVariantsWords = {"py_block", "cpp_block", "setup", "num_threads",
                                                                   "requires", "tags",      "axes"};
inline constexpr std::array<std::string_view, 7> kYamlOperatorWords = {"build",    "input", "autograd", "num_threads",
                                                                       "requires", "tags",  "axes"};
inline constexpr std::array<std::string_view, 3> kSetupWords = {"py", "cpp", "global"};
inline constexpr std::array<std::string_view, 2> kLanguageWords = {"py", "cpp"};
inline constexpr std::array<std::string_view, 3> kRequiresWords = {"torch", "cpp", "py"};

inline constexpr KeySet kGroupKeys{"a group", kGroupWords};
inline constexpr KeySet kTimerArgsKeys{"timer_args", kTimerArgsWords};
inline constexpr KeySet kStmtsKeys{"stmts", kStmtsWords};
inline constexpr KeySet kModulesKeys{"modules", kModulesWords};
inline constexpr KeySet kVariantsKeys{"variants", kVariantsWords};
inline constexpr KeySet kYamlOperatorKeys{"an operator", kYamlOperatorWords};
inline constexpr KeySet kSetupKeys{"a setup", kSetupWords};
inline constexpr KeySet kRequiresKeys{"requires", kRequiresWords};
inline constexpr KeySet kLanguageKeys{"a text per language", kLanguageWords};

}  // namespace quern
