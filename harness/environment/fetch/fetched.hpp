// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/environment/environment_spec.hpp"
#include "harness/environment/installation.hpp"

namespace quern {

/// A release that `quern env fetch` made an environment of.
struct FetchedEnvironment {
  std::string name;     // the folder's: torch-2.6.0, torch-2.6.0-cpp
  std::string version;  // of torch
  InstallationKind kind = InstallationKind::full;
  std::filesystem::path folder;
  std::uintmax_t bytes = 0;  // on disk, as it was when it had been made
};

/// Where fetched environments live unless a user says otherwise: QUERN_ENVIRONMENTS, else quern/environments in
/// XDG_DATA_HOME or ~/.local/share. Empty if no variable says where that is.
std::filesystem::path find_environments_place(const std::map<std::string, std::string>& variables);

/// The same for whoever makes some: throws Error(environment) instead of being empty.
std::filesystem::path environments_place(const std::map<std::string, std::string>& variables);

/// `torch-2.6.0` or `torch-2.6.0-cpp`.
std::string environment_name(const std::string& version, InstallationKind kind);

/// The whole environments in a place, the oldest release first. None if there is no such folder.
std::vector<FetchedEnvironment> fetched_environments(const std::filesystem::path& place);

/// How to name it wherever an environment is taken.
EnvironmentSpec spec_of(const FetchedEnvironment& fetched);

/// Bytes on disk of a place: its environments, downloads that were not finished, and what is being made.
std::uintmax_t disk_use(const std::filesystem::path& place);

/// Removes an environment of a place by its name, and returns how many bytes that freed; also while another one is
/// being made there. Throws Error(usage) if there is none of that name, Error(environment) if it cannot be removed.
std::uintmax_t remove_fetched(const std::filesystem::path& place, const std::string& name);

}  // namespace quern
