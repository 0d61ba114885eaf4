// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/process/descriptor.hpp"

namespace quern {

/// A finished folder in the cache. While this object lives, nobody removes the folder.
struct CacheEntry {
  std::filesystem::path path;
  Descriptor lock;
};

/// Built things by the hash of all they were made from. Several processes may use the same cache at once: an entry
/// appears whole or not at all, and two that need the same one build it once.
class Cache {
 public:
  /// Fills an empty folder; what it throws leaves no entry.
  using Make = std::function<void(const std::filesystem::path& folder)>;

  struct Listed {
    std::string kind;
    std::string key;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type used;
  };

  explicit Cache(std::filesystem::path root) : root_(std::move(root)) {}

  /// The entry, made first if it is not there. Throws Error(environment) if the cache cannot be written to.
  CacheEntry entry(const std::string& kind, const std::string& key, const Make& make);

  /// Whether the entry was there a moment ago.
  [[nodiscard]] bool contains(const std::string& kind, const std::string& key) const;

  /// Oldest use first.
  [[nodiscard]] std::vector<Listed> list() const;
  /// Removes the entries that were used longest ago, but none in use, until `most_bytes` are left. Returns what it
  /// freed.
  std::uintmax_t shrink(std::uintmax_t most_bytes);

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }

 private:
  [[nodiscard]] Descriptor open_lock(const std::string& name) const;
  void make_entry(const std::filesystem::path& final, const Make& make) const;

  std::filesystem::path root_;
};

/// `$XDG_CACHE_HOME/quern`, else `$HOME/.cache/quern`. Throws Error(environment) if neither is set.
std::filesystem::path default_cache_root(const std::map<std::string, std::string>& variables);

}  // namespace quern
