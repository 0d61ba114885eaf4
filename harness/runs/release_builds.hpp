// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "harness/environment/fetch/releases.hpp"
#include "harness/environment/installation.hpp"
#include "harness/runs/build_source.hpp"

namespace quern {

/// Which releases are measured, and what becomes of them.
struct ReleaseBuilds {
  std::vector<Release> releases;  // oldest first
  InstallationKind kind = InstallationKind::full;
  bool keep = false;      // else what was fetched for this is removed once it is measured
  std::string from = {};  // where they come from: releases of two indexes are not the same
};

/// Fetches each release when its turn comes, and the next one meanwhile if somebody prepares it; what was there before
/// stays. `releases` must outlive the source and all copies of it.
BuildSource builds_of_releases(Releases& releases, const ReleaseBuilds& builds);

}  // namespace quern
