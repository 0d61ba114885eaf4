// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "harness/build/cache.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern::test {

/// A cache in a folder of its own, and entries that it makes.
struct InCache {
  TemporaryFolder folder;
  std::filesystem::path root = folder.path() / "deep" / "cache";
  std::vector<std::string> said;
  Cache cache{root, [this](const std::string& sentence) { said.push_back(sentence); }};
  int made = 0;
  Inputs inputs;
  std::function<void()> while_made;

  CacheEntry get(const std::string& key, std::size_t bytes = 1) {
    return cache.entry("kind", key, [&](const std::filesystem::path& entry) {
      ++made;
      std::ofstream(entry / "file") << std::string(bytes, 'x');
      if (while_made) while_made();
      return inputs;
    });
  }

  /// A file that entries are made from, written long enough ago.
  std::string source(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = folder.path() / name;
    std::ofstream(path) << text;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return path.string();
  }

  [[nodiscard]] std::vector<std::filesystem::path> entries(const std::string& key) const {
    std::vector<std::filesystem::path> found;
    std::error_code ignored;
    for (const std::filesystem::directory_entry& entry :
         std::filesystem::directory_iterator(root / "kind" / key, ignored))
      found.push_back(entry.path());
    return found;
  }

  void age(const std::string& key, std::chrono::hours hours) const {
    std::filesystem::last_write_time(entries(key).at(0), std::filesystem::file_time_type::clock::now() - hours);
  }

  [[nodiscard]] bool has(const std::string& key) const { return !entries(key).empty(); }
};

}  // namespace quern::test
