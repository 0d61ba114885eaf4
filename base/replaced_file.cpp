// SPDX-License-Identifier: Apache-2.0
#include "base/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <random>
#include <system_error>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/write_all.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& file, const std::string& reason) {
  throw Error(ErrorKind::environment, fmt::format("cannot write '{}': {}", file.string(), reason),
              "choose another file");
}

std::string reason_of(int error) { return std::generic_category().message(error); }

/// A new file in the folder of another, under a name that nobody can guess; gone with its owner unless it was renamed.
class Aside {
 public:
  explicit Aside(const fs::path& file) {
    std::random_device random;
    const std::uint64_t number = (std::uint64_t{random()} << 32U) | random();
    path_ = file.parent_path() / fmt::format(".quern-{:016x}.part", number);
    // The third argument is subject to the umask, as for any file that a user makes.
    descriptor_ = Descriptor(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (descriptor_.number() < 0) cannot_write(file, reason_of(errno));
  }
  ~Aside() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  [[nodiscard]] int number() const { return descriptor_.number(); }

  void rename_to(const fs::path& file) {
    if (rename(path_.c_str(), file.c_str()) != 0) cannot_write(file, reason_of(errno));
    path_.clear();
  }

 private:
  fs::path path_;
  Descriptor descriptor_;
};

/// What is there now; a mode of 0 if nothing is. Throws if it may not be replaced.
struct stat checked_status(const fs::path& file) {
  struct stat status = {};
  if (lstat(file.c_str(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) cannot_write(file, "it is a folder");
  if (status.st_uid != geteuid()) cannot_write(file, "it belongs to somebody else");
  return status;
}

}  // namespace

void replace_file(const fs::path& file, const std::string& text) {
  constexpr mode_t kPermissions = 0777;
  const struct stat before = checked_status(file);
  Aside aside(file);
  if (const int error = write_all(aside.number(), text); error != 0) cannot_write(file, reason_of(error));
  if (S_ISREG(before.st_mode) && fchmod(aside.number(), before.st_mode & kPermissions) != 0)
    cannot_write(file, reason_of(errno));
  aside.rename_to(file);
}

void require_replaceable(const fs::path& file) {
  static_cast<void>(checked_status(file));
  const Aside aside(file);
}

}  // namespace quern
