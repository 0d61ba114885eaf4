// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/environment/environment_spec.hpp"
#include "harness/environment/fetch/fetched.hpp"
#include "harness/environment/installation.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// An official release of torch, as a package index lists it.
struct Release {
  std::string version;  // 2.6.0

  bool operator==(const Release&) const = default;
};

/// Which patch releases a range takes: the latest of each minor version, or all.
enum class PatchChoice { latest, all };

struct ReleaseOptions {
  std::filesystem::path place = {};       // where environments are made; empty: environments_place()
  std::string index = {};                 // a package index's address; empty: the one that pip is configured for
  std::vector<std::string> pythons = {};  // interpreters beside those that are found; names in PATH, or paths
  std::uintmax_t disk = 0;                // bytes that the place may take at any time; 0: what is free
};

struct ReleaseContext {
  ProcessRunner& runner;
  std::map<std::string, std::string> variables;         // of the user: PATH, HOME, proxies, pip's
  std::filesystem::path resources;                      // resource_folder(): holds scripts/fetch
  std::function<void(const std::string&)> on_progress;  // one line, without its end; may be called often
};

/// Official releases of torch: which there are, and environments of them on this machine. The index is asked once per
/// object. Calls on one object must not overlap; they may come from any thread. All of them throw Error(interrupted)
/// soon after a signal that interrupt.hpp remembers, and leave nothing half-made to be found.
class Releases {
 public:
  Releases(ReleaseContext context, ReleaseOptions options);
  ~Releases();
  Releases(const Releases&) = delete;
  Releases& operator=(const Releases&) = delete;

  /// The releases that a user means, the oldest first, each once. A word is a version (`2.6.0`), a minor version
  /// (`2.6`: its latest patch), or a range of minor versions or versions (`1.0..2.15`, both ends included). A range
  /// takes final releases only, and none that was yanked or has no wheel for this kind of machine. Throws Error(usage)
  /// for a word that is none of these or means no release, Error(environment) if the index cannot be read.
  std::vector<Release> resolve(const std::vector<std::string>& words, PatchChoice patches);

  /// Makes an environment of a release, or returns the one that is there. Throws Error(environment) with the reason if
  /// that cannot be: no wheel, no Python for it, no network, wrong hash, no room.
  FetchedEnvironment fetch(const Release& release, InstallationKind kind);

  /// As remove_fetched() does; also while fetch() runs in another thread.
  std::uintmax_t remove(const FetchedEnvironment& fetched);

  /// Bytes on disk of the place.
  [[nodiscard]] std::uintmax_t disk_use() const;

  [[nodiscard]] const std::filesystem::path& place() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace quern
