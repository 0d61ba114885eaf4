// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

namespace quern {

/// Everything in a worker's environment: what the user's shell holds reaches no worker. `libraries` is LibTorch's
/// folder, and others after a colon, `preloads` files, too, or empty; docs/determinism.md says what each
/// variable is for.
std::map<std::string, std::string> pinned_environment(const std::string& libraries, const std::string& preloads);

/// The same for a server that measures time: without what Valgrind and counting need, so that LibTorch chooses its
/// kernels, and threads wait, as they do for the user.
std::map<std::string, std::string> natural_environment(const std::string& libraries, const std::string& preloads);

/// The part of it that is the same everywhere and belongs into a fingerprint: no paths.
std::map<std::string, std::string> pinned_settings();
std::map<std::string, std::string> natural_settings();

}  // namespace quern
