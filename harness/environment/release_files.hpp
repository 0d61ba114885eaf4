// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace quern {

/// Where releases of LibTorch keep what: the differences between them that have nothing to do with their API.

/// The folder below `root` that holds `torch/csrc/api/include/torch/torch.h`; empty if there is none. 1.0 has it in
/// lib.
std::filesystem::path include_folder(const std::filesystem::path& root);

/// LibTorch's own version.h, which came with 1.8.
std::filesystem::path version_header(const std::filesystem::path& include);

/// As version.h has it, else as the version.py of a package has it: `1.4.0`, `2.7.0a0+git123`. Empty if neither tells.
std::string version_below(const std::filesystem::path& root, const std::filesystem::path& include);

/// What a program is linked with, in this order, by its whole path: a linker that looks for a name takes another
/// LibTorch's library where this one has none. Empty unless all that this version consists of is in `folder`.
std::vector<std::filesystem::path> libraries_of(const std::string& version, const std::filesystem::path& folder);

}  // namespace quern
