// SPDX-License-Identifier: Apache-2.0
#include "harness/process/temporary_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX, not C++

#include <cerrno>
#include <string>
#include <system_error>

#include "worker/protocol/error.hpp"

namespace quern {

namespace {

std::filesystem::path default_parent() {
  std::error_code error;  // an unusable TMPDIR is reported when the folder is made
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  return error ? std::filesystem::path("/tmp") : parent;
}

}  // namespace

TemporaryFolder::TemporaryFolder() : TemporaryFolder(default_parent()) {}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string name = (parent / "quern-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw Error(ErrorKind::environment,
                fmt::format("cannot make a temporary folder in '{}': {}", parent.string(),
                            std::generic_category().message(errno)),
                "set TMPDIR to a folder that can be written to");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace quern
