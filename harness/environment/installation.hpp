// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace quern {

/// Which part of a build of LibTorch there is: all that its makers install, or headers and libraries for C++ with empty
/// ones in place of CUDA's. They do not count alike, because other libraries are loaded.
enum class InstallationKind { full, cpp };

/// `full` or `cpp`, as in run documents.
std::string_view to_string(InstallationKind kind);

/// What `quern env fetch` writes into an environment as the last thing: a file quern-environment.json.
struct InstallationMark {
  InstallationKind kind = InstallationKind::full;
  std::string version = {};  // of torch
  std::string wheel = {};    // the file's name
  std::string sha256 = {};   // of that file
  std::uintmax_t bytes = 0;  // on disk
};

/// Nothing if the folder has no such file. Throws Error(environment) if the file is not as quern writes it.
std::optional<InstallationMark> read_mark(const std::filesystem::path& folder);

void write_mark(const std::filesystem::path& folder, const InstallationMark& mark);

/// The kind of a LibTorch whose include and lib are in `root`: what its mark says, or `full`, because nothing else
/// makes a part of one.
InstallationKind installation_below(const std::filesystem::path& root);

}  // namespace quern
