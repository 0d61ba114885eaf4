// SPDX-License-Identifier: Apache-2.0
#include "harness/build/file_state.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/hash.hpp"

namespace quern {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr off_t kLarge = off_t{1} << 20U;  // reading what is smaller costs no more than it is worth

std::int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

std::string identity_of(const struct stat& file) {
  return fmt::format("{}:{}:{}:{}:{}", file.st_dev, file.st_ino, file.st_size, nanoseconds(file.st_mtim),
                     nanoseconds(file.st_ctim));
}

// Nothing if it cannot be read to its end.
std::string hash_of(const Descriptor& file) {
  Hasher hasher;
  std::vector<char> block(std::size_t{1} << 18U);
  ssize_t count = 0;
  while ((count = read(file.number(), block.data(), block.size())) > 0)
    hasher.add({block.data(), static_cast<std::size_t>(count)});
  return count < 0 ? std::string() : hasher.digits();
}

}  // namespace

std::int64_t file_clock() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return nanoseconds(now);
}

FileState FileStates::look(const std::string& path) {
  const std::int64_t now = file_clock();
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return {"absent", "", 0};
  if (!S_ISREG(found.st_mode)) return {"present", "", 0};
  FileState state{"", identity_of(found), std::max(nanoseconds(found.st_mtim), nanoseconds(found.st_ctim))};
  {
    const std::lock_guard hold(mutex_);
    const auto known = known_.find(path);
    if (known != known_.end() && known->second.identity == state.identity) return known->second;
  }
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  state.content = file.number() < 0 ? "unreadable" : hash_of(file);
  struct stat after {};
  const bool same = stat(path.c_str(), &after) == 0 && identity_of(after) == state.identity;
  // The kernel's marks are some milliseconds apart: a file of this moment may change and keep them.
  if (!same || state.changed > now - kSecond) {
    state.identity.clear();
    return state;
  }
  const std::lock_guard hold(mutex_);
  return known_[path] = state;
}

bool FileStates::holds(const std::string& path, const FileState& recorded) {
  struct stat found {};
  if (!recorded.identity.empty() && stat(path.c_str(), &found) == 0 && found.st_size >= kLarge &&
      identity_of(found) == recorded.identity)
    return true;
  return look(path).content == recorded.content;
}

}  // namespace quern
