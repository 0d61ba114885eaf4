// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace quern {

/// Which `quern.yaml` is in force, and which one is not though it lies near.
struct SettingsSearch {
  std::filesystem::path used;  // empty: none
  std::string not_used;        // a sentence on a file that was passed over, and why; empty if there was none
};

/// Looks in `folder` and upward, to the repository's top if there is one. A file counts only if it belongs to the user,
/// to root, or to the owner of a repository that the user declared safe (git's `safe.directory`): docs/security.md.
SettingsSearch search_settings(std::filesystem::path folder);

}  // namespace quern
