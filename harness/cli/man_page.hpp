// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/cli/cli11_fwd.hpp"

namespace quern {

/// A page of section 1 of the manual.
struct ManPage {
  std::string name;  // as in `man quern-run`
  std::string text;  // for man(7)
};

/// A page for `app` and one for each of its commands, from the texts that their help shows. Actions of a command
/// (`quern runs list`) are part of its page. The same app and version give the same bytes.
std::vector<ManPage> man_pages(const CLI::App& app, const std::string& version);

}  // namespace quern
