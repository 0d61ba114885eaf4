// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/place.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "base/error.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_place(const fs::path& place, const std::error_code& reason) {
  throw Error(ErrorKind::environment, fmt::format("cannot write to '{}': {}", place.string(), reason.message()),
              "--into names another place");
}

std::error_code last_reason() { return {errno, std::generic_category()}; }

void take_lock(const Descriptor& file, const fs::path& place, const std::function<void()>& on_wait) {
  for (bool said = false; flock(file.number(), LOCK_EX | LOCK_NB) != 0; said = true) {
    if (errno != EWOULDBLOCK && errno != EINTR) fail_place(place, last_reason());
    if (interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    if (!said && on_wait) on_wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace

PlaceLock::PlaceLock(const fs::path& place, const std::function<void()>& on_wait) {
  std::error_code reason;
  fs::create_directories(place, reason);
  if (reason) fail_place(place, reason);
  file_ = Descriptor(open((place / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file_.number() < 0) fail_place(place, last_reason());
  take_lock(file_, place, on_wait);
  // Not the folder itself: who removes an environment needs no lock, and may be about to use it.
  for (const fs::directory_entry& left : fs::directory_iterator(making_folder(place), reason))
    fs::remove_all(left.path(), reason);
}

HalfMade::HalfMade(const fs::path& place, const std::string& name) : path_(making_folder(place) / name) {
  std::error_code reason;
  fs::create_directories(path_.parent_path(), reason);
  if (reason) fail_place(place, reason);
}

HalfMade::~HalfMade() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace quern
