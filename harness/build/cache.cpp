// SPDX-License-Identifier: Apache-2.0
#include "harness/build/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "harness/process/interrupt.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Error(ErrorKind::environment, fmt::format("the cache cannot be used: {}: {}", path.string(), what),
              "make it writable, free some space, or set XDG_CACHE_HOME to another folder");
}

std::string last_error() { return std::generic_category().message(errno); }

std::uintmax_t size_of(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code ignored;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder, ignored))
    if (file.is_regular_file(ignored)) bytes += file.file_size(ignored);
  return bytes;
}

void lock(const Descriptor& file, int how, const fs::path& path) {
  while (flock(file.number(), how) != 0) {
    if (errno != EINTR) fail(path, last_error());
    if (interrupted()) throw Error(ErrorKind::interrupted, "interrupted");  // while another process makes the entry
  }
}

}  // namespace

Descriptor Cache::open_lock(const std::string& name) const {
  const fs::path path = root_ / "locks" / name;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) fail(path.parent_path(), error.message());
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.number() >= 0) return file;
  const std::string reason = last_error();
  Descriptor readable(open(path.c_str(), O_RDONLY | O_CLOEXEC));  // a read-only cache still serves what it has
  if (readable.number() < 0) fail(path, reason);
  return readable;
}

void Cache::make_entry(const fs::path& final, const Make& make) const {
  std::error_code error;
  fs::create_directories(root_ / "making", error);
  fs::create_directories(final.parent_path(), error);
  std::string making = (root_ / "making" / "XXXXXX").string();
  if (mkdtemp(making.data()) == nullptr) fail(root_, last_error());
  try {
    make(making);
    fs::rename(making, final);
  } catch (const fs::filesystem_error& problem) {
    fs::remove_all(making, error);
    fail(final, problem.code().message());
  } catch (...) {
    fs::remove_all(making, error);
    throw;
  }
}

CacheEntry Cache::entry(const std::string& kind, const std::string& key, const Make& make) {
  const fs::path path = root_ / kind / key;
  CacheEntry entry{path, open_lock(kind + "-" + key)};
  lock(entry.lock, LOCK_SH, path);
  if (!fs::exists(path)) {
    lock(entry.lock, LOCK_EX, path);  // whoever comes second finds it made
    if (!fs::exists(path)) make_entry(path, make);
    lock(entry.lock, LOCK_SH, path);
  }
  std::error_code ignored;  // the time of the last use
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return entry;
}

bool Cache::contains(const std::string& kind, const std::string& key) const {
  std::error_code ignored;
  return fs::exists(root_ / kind / key, ignored);
}

std::vector<Cache::Listed> Cache::list() const {
  std::vector<Listed> entries;
  std::error_code ignored;
  for (const fs::directory_entry& kind : fs::directory_iterator(root_, ignored)) {
    const std::string name = kind.path().filename().string();
    if (!kind.is_directory() || name == "locks" || name == "making") continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(kind, ignored))
      entries.push_back(
          {name, entry.path().filename().string(), size_of(entry.path()), entry.last_write_time(ignored)});
  }
  std::sort(entries.begin(), entries.end(), [](const Listed& a, const Listed& b) { return a.used < b.used; });
  return entries;
}

std::uintmax_t Cache::shrink(std::uintmax_t most_bytes) {
  const std::vector<Listed> entries = list();
  std::uintmax_t total = 0;
  for (const Listed& entry : entries) total += entry.bytes;
  std::uintmax_t freed = 0;
  for (const Listed& entry : entries) {
    if (total - freed <= most_bytes) break;
    const Descriptor file = open_lock(entry.kind + "-" + entry.key);
    if (flock(file.number(), LOCK_EX | LOCK_NB) != 0) continue;  // in use
    std::error_code error;
    fs::remove_all(root_ / entry.kind / entry.key, error);
    if (!error) freed += entry.bytes;
  }
  return freed;
}

fs::path default_cache_root(const std::map<std::string, std::string>& variables) {
  if (const auto cache = variables.find("XDG_CACHE_HOME"); cache != variables.end() && !cache->second.empty())
    return fs::path(cache->second) / "quern";
  if (const auto home = variables.find("HOME"); home != variables.end() && !home->second.empty())
    return fs::path(home->second) / ".cache" / "quern";
  throw Error(ErrorKind::environment, "no place for the cache", "set XDG_CACHE_HOME or HOME");
}

}  // namespace quern
