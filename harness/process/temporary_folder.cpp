// SPDX-License-Identifier: Apache-2.0
#include "harness/process/temporary_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX, not C++
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.hpp"

namespace quern {

namespace {

std::filesystem::path default_parent() {
  std::error_code error;  // an unusable TMPDIR is reported when the folder is made
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  return error ? std::filesystem::path("/tmp") : parent;
}

constexpr std::string_view kPrefix = "quern-";

Descriptor open_folder(const std::filesystem::path& path) {
  return Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_ours_and_old(const Descriptor& folder, std::chrono::seconds age) {
  struct stat status = {};
  return fstat(folder.number(), &status) == 0 && status.st_uid == geteuid() &&
         std::time(nullptr) - status.st_mtime >= age.count();
}

}  // namespace

TemporaryFolder::TemporaryFolder() : TemporaryFolder(default_parent()) {}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string name = (parent / kPrefix).string() + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw Error(ErrorKind::environment,
                fmt::format("cannot make a temporary folder in '{}': {}", parent.string(),
                            std::generic_category().message(errno)),
                "set TMPDIR to a folder that can be written to");
  path_ = name;
  lock_ = open_folder(path_);
  flock(lock_.number(), LOCK_EX | LOCK_NB);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void sweep_temporary_folders(const std::filesystem::path& parent, std::chrono::seconds age) {
  std::error_code ignored;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix) || name.size() != kPrefix.size() + 6) continue;
    const Descriptor folder = open_folder(entry.path());
    if (folder.number() >= 0 && is_ours_and_old(folder, age) && flock(folder.number(), LOCK_EX | LOCK_NB) == 0)
      std::filesystem::remove_all(entry.path(), ignored);
  }
}

}  // namespace quern
