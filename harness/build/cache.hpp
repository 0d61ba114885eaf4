// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "harness/build/inputs.hpp"

namespace quern {

/// A finished folder in the cache, in which nothing changes any more. While this object lives, nobody removes it.
struct CacheEntry {
  std::filesystem::path path;
  Descriptor lock;
  std::string state;               // a hash of the key and of the content of all that was read
  std::vector<std::string> files;  // what was read
};

/// Built things, found in two steps as compiler caches do: a key, the hash of all that is known before anything is
/// read, leads to the entries that were made for it, and of these one is valid whose files are now what they were then.
/// Each carries checksums, so that a damaged one is never used. Threads and processes may use a cache at once: an entry
/// appears whole or not at all, and two that need the same one build it once.
class Cache {
 public:
  /// Fills an empty folder and tells what it read; what it throws leaves no entry.
  using Make = std::function<Inputs(const std::filesystem::path& folder)>;
  /// Gets a sentence about each damaged entry that was found and made again.
  using Say = std::function<void(const std::string&)>;

  struct Listed {
    std::string kind;
    std::string key;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type used;
  };

  explicit Cache(std::filesystem::path root, Say say = {}) : root_(std::move(root)), say_(std::move(say)) {}

  /// The entry, made first if it is not there. If a file changes while it is read, `make` is called again. Throws
  /// Error(environment) if the cache cannot be written to or the files do not come to rest.
  CacheEntry entry(const std::string& kind, const std::string& key, const Make& make);

  /// The entry, if it is there.
  std::optional<CacheEntry> find(const std::string& kind, const std::string& key);

  /// Oldest use first.
  [[nodiscard]] std::vector<Listed> list() const;
  /// Removes the entries that were used longest ago, but none in use, until `most_bytes` are left. Returns what it
  /// freed.
  std::uintmax_t shrink(std::uintmax_t most_bytes);

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }

 private:
  [[nodiscard]] Descriptor open_lock(const std::string& name) const;
  std::optional<CacheEntry> open_entry(const std::filesystem::path& folder);
  CacheEntry make_entry(const std::filesystem::path& place, const Make& make);
  CacheEntry publish(const std::filesystem::path& making, const std::filesystem::path& place, Manifest manifest) const;
  void say(const std::string& sentence);
  void discard(const std::filesystem::path& folder) const;
  /// What `inputs` names, the cache's own files aside: those are in the keys of what is made from them.
  [[nodiscard]] std::map<std::string, FileState> look_at(const Inputs& inputs);

  std::filesystem::path root_;
  Say say_;
  std::mutex say_mutex_;
  FileStates states_;
};

/// `$XDG_CACHE_HOME/quern`, else `$HOME/.cache/quern`. Throws Error(environment) if neither is set.
std::filesystem::path default_cache_root(const std::map<std::string, std::string>& variables);

}  // namespace quern
