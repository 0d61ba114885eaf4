// SPDX-License-Identifier: Apache-2.0
#include "harness/build/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr int kAttempts = 3;  // to make an entry from files that keep still
constexpr const char* kManifest = "inputs";

[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Error(ErrorKind::environment, fmt::format("the cache cannot be used: {}: {}", path.string(), what),
              "make it writable, free some space, or set XDG_CACHE_HOME to another folder");
}

std::string last_error() { return std::generic_category().message(errno); }

std::uintmax_t size_of(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code ignored;
  if (fs::is_regular_file(folder, ignored)) return fs::file_size(folder, ignored);  // left by an older quern
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder, ignored))
    if (file.is_regular_file(ignored)) bytes += file.file_size(ignored);
  return bytes;
}

// Asks again and again instead of sleeping in the kernel: an interrupt reaches one thread only.
void lock(const Descriptor& file, int how, const fs::path& path) {
  while (flock(file.number(), how | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) fail(path, last_error());
    if (interrupted()) throw Error(ErrorKind::interrupted, "interrupted");  // while another one makes the entry
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// The manifest of an entry is the file by which the entry is locked. Where nothing can be written it can still be read.
Descriptor open_manifest(const fs::path& folder) {
  const fs::path file = folder / kManifest;
  Descriptor writable(open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (writable.number() >= 0) return writable;
  return Descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
}

bool removed(const Descriptor& file) {
  struct stat found {};
  return fstat(file.number(), &found) != 0 || found.st_nlink == 0;
}

void clear(const fs::path& folder) {
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) fs::remove_all(file);
}

CacheEntry opened(const fs::path& folder, Descriptor lock, const Manifest& manifest) {
  CacheEntry entry{
      folder, std::move(lock), hash_fields({folder.parent_path().filename().string(), manifest.state()}), {}};
  for (const auto& [path, state] : manifest.read) entry.files.push_back(path);
  return entry;
}

// The first file of which it is not certain that what is there now is what was read. It is if the file changed last
// before the reading began, or was known to be the same before that.
const std::string* uncertain(const std::map<std::string, FileState>& now, const Inputs& inputs,
                             const std::map<std::string, FileState>& before) {
  for (const auto& [path, state] : now) {
    const auto known = before.find(path);
    const bool settled =
        state.changed < inputs.since || (known != before.end() && known->second.content == state.content);
    if (settled && (state.content == "absent") == inputs.absent.contains(path)) continue;
    return &path;
  }
  return nullptr;
}

/// A new folder, gone unless it was renamed.
class MakingFolder {
 public:
  explicit MakingFolder(const fs::path& root) {
    std::error_code ignored;
    fs::create_directories(root / "making", ignored);
    std::string name = (root / "making" / "XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) fail(root, last_error());
    path_ = name;
  }
  ~MakingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  MakingFolder(const MakingFolder&) = delete;
  MakingFolder& operator=(const MakingFolder&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

Descriptor Cache::open_lock(const std::string& name) const {
  const fs::path path = root_ / "locks" / name;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) fail(path.parent_path(), error.message());
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.number() < 0) fail(path, last_error());
  return file;
}

std::map<std::string, FileState> Cache::look_at(const Inputs& inputs) {
  const std::string own = root_.string() + "/";
  std::map<std::string, FileState> found;
  for (const std::set<std::string>* paths : {&inputs.files, &inputs.absent})
    for (const std::string& path : *paths)
      if (!path.starts_with(own)) found[path] = states_.look(path);
  return found;
}

CacheEntry Cache::publish(const fs::path& making, const fs::path& place, Manifest manifest) const {
  manifest.made = checksums(making);
  std::ofstream file(making / kManifest, std::ios::binary);
  file << manifest.text();
  file.close();
  if (!file) throw fs::filesystem_error("write", making, std::error_code(errno, std::generic_category()));
  Descriptor manifest_lock = open_manifest(making);
  lock(manifest_lock, LOCK_SH, making);  // before anybody sees it, so that nobody removes it
  const fs::path folder = place / making.filename();
  fs::create_directories(place);
  fs::rename(making, folder);
  return opened(folder, std::move(manifest_lock), manifest);
}

CacheEntry Cache::make_entry(const fs::path& place, const Make& make) {
  const MakingFolder making(root_);
  std::map<std::string, FileState> before;
  std::string moving;
  try {
    for (int attempt = 0; attempt != kAttempts; ++attempt) {
      const std::int64_t start = file_clock();
      Inputs inputs = make(making.path());
      if (inputs.since == 0) inputs.since = start;
      std::map<std::string, FileState> now = look_at(inputs);
      const std::string* const changed = uncertain(now, inputs, before);
      if (changed == nullptr) return publish(making.path(), place, {std::move(now), {}});
      moving = *changed;
      clear(making.path());
      before = std::move(now);
    }
  } catch (const fs::filesystem_error& problem) {
    fail(place, problem.code().message());
  }
  throw Error(ErrorKind::environment, fmt::format("'{}' changes while it is read", moving),
              "run again when nothing writes to it any more");
}

std::optional<CacheEntry> Cache::open_entry(const fs::path& folder) {
  Descriptor file = open_manifest(folder);
  if (file.number() < 0) return std::nullopt;
  lock(file, LOCK_SH, folder);
  if (removed(file)) return std::nullopt;
  const std::optional<Manifest> manifest = Manifest::parse(try_read_file(folder / kManifest).value_or(""));
  if (manifest)
    for (const auto& [path, state] : manifest->read)
      if (!states_.holds(path, state)) return std::nullopt;
  if (manifest && checksums(folder) == manifest->made) return opened(folder, std::move(file), *manifest);
  if (say_)
    say_(fmt::format("'{}' in the cache is damaged, and made again", folder.lexically_relative(root_).string()));
  file = Descriptor();
  discard(folder);
  return std::nullopt;
}

void Cache::say(const std::string& sentence) {
  const std::lock_guard hold(say_mutex_);
  if (say_) say_(sentence);
}

// Unless it is in use: then it stays, and is found damaged by the next one too.
void Cache::discard(const fs::path& folder) const {
  const Descriptor file = open_manifest(folder);
  if (file.number() >= 0 && flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

std::optional<CacheEntry> Cache::find(const std::string& kind, const std::string& key) {
  std::error_code ignored;
  for (const fs::directory_entry& folder : fs::directory_iterator(root_ / kind / key, ignored)) {
    std::optional<CacheEntry> entry = open_entry(folder.path());
    if (!entry) continue;
    fs::last_write_time(entry->path, fs::file_time_type::clock::now(), ignored);  // the time of the last use
    return entry;
  }
  return std::nullopt;
}

CacheEntry Cache::entry(const std::string& kind, const std::string& key, const Make& make) {
  if (std::optional<CacheEntry> found = find(kind, key)) return std::move(*found);
  const std::string name = kind + "-" + key;
  const Descriptor making = open_lock(name);
  lock(making, LOCK_EX, root_ / "locks" / name);  // whoever comes second finds it made
  if (std::optional<CacheEntry> found = find(kind, key)) return std::move(*found);
  return make_entry(root_ / kind / key, make);
}

std::vector<Cache::Listed> Cache::list() const {
  std::vector<Listed> entries;
  std::error_code ignored;
  for (const fs::directory_entry& kind : fs::directory_iterator(root_, ignored)) {
    const std::string name = kind.path().filename().string();
    if (!kind.is_directory() || name == "locks" || name == "making") continue;
    for (const fs::directory_entry& key : fs::directory_iterator(kind, ignored))
      for (const fs::directory_entry& entry : fs::directory_iterator(key, ignored))
        entries.push_back({name, entry.path().lexically_relative(kind.path()).string(), size_of(entry.path()),
                           entry.last_write_time(ignored)});
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
    const fs::path folder = root_ / entry.kind / entry.key;
    discard(folder);
    if (!fs::exists(folder)) freed += entry.bytes;
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
