// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CLI/CLI.hpp>

#include <string>

namespace quern {

/// What stands behind an option's name in help and manual: its type, its default, whether it may be repeated, and the
/// variable that sets it. Begins with a blank unless it is empty.
std::string option_words(const CLI::Option& option);

/// "quern runs list [OPTIONS] RUN...", where `name` is how the command is called.
std::string usage_of(const CLI::App& app, const std::string& name);

/// All of `--help`. Releases of CLI11 word theirs differently; help is the same text with each of them.
class HelpText : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace quern
