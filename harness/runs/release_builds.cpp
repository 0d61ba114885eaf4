// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/release_builds.hpp"

#include <fmt/format.h>

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace quern {
namespace {

/// Holds what is fetched, and what is being fetched.
class ReleaseFetcher {
 public:
  ReleaseFetcher(Releases& releases, ReleaseBuilds builds) : releases_(releases), builds_(std::move(builds)) {
    for (const FetchedEnvironment& there : fetched_environments(releases.place())) kept_.insert(there.name);
  }

  ~ReleaseFetcher() {
    try {
      take_next();
      while (!open_.empty()) close(open_.begin()->first);
    } catch (const Error&) {
      // What cannot be removed now is listed by 'quern env list'.
    }
  }
  ReleaseFetcher(const ReleaseFetcher&) = delete;
  ReleaseFetcher& operator=(const ReleaseFetcher&) = delete;

  EnvironmentSpec open(std::size_t build) {
    take_next();
    if (!open_.contains(build)) open_[build] = fetch(build);
    EnvironmentSpec spec = spec_of(open_.at(build));
    spec.name = builds_.releases.at(build).version;
    return spec;
  }

  void close(std::size_t build) {
    const auto found = open_.find(build);
    if (found == open_.end()) return;
    const FetchedEnvironment fetched = found->second;
    open_.erase(found);
    if (!builds_.keep && !kept_.contains(fetched.name)) releases_.remove(fetched);
  }

  // At the same time as a build is measured: counts do not depend on what else the machine does.
  void prepare(std::size_t build) {
    if (next_.valid() || open_.contains(build)) return;
    next_build_ = build;
    next_ = std::async(std::launch::async, [this, build] { return fetch(build); });
  }

  [[nodiscard]] std::string identity(std::size_t build) const {
    return fmt::format("torch {} {} {}", builds_.releases.at(build).version, to_string(builds_.kind), builds_.from);
  }

 private:
  FetchedEnvironment fetch(std::size_t build) { return releases_.fetch(builds_.releases.at(build), builds_.kind); }

  // Why it failed is told if it fails once more: there may not have been room for two.
  void take_next() {
    if (!next_.valid()) return;
    try {
      open_[next_build_] = next_.get();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::environment) throw;
    }
  }

  Releases& releases_;
  ReleaseBuilds builds_;
  std::set<std::string> kept_;  // names of what was there before
  std::map<std::size_t, FetchedEnvironment> open_;
  std::future<FetchedEnvironment> next_;
  std::size_t next_build_ = 0;
};

}  // namespace

BuildSource builds_of_releases(Releases& releases, const ReleaseBuilds& builds) {
  const auto fetcher = std::make_shared<ReleaseFetcher>(releases, builds);
  BuildSource source;
  for (const Release& release : builds.releases) source.names.push_back(release.version);
  source.open = [fetcher](std::size_t build) { return fetcher->open(build); };
  source.close = [fetcher](std::size_t build) { fetcher->close(build); };
  source.prepare = [fetcher](std::size_t build) { fetcher->prepare(build); };
  source.identity = [fetcher](std::size_t build) { return fetcher->identity(build); };
  return source;
}

}  // namespace quern
