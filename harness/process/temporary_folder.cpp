// SPDX-License-Identifier: Apache-2.0
#include "harness/process/temporary_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX, not C++

#include <cerrno>
#include <string>
#include <system_error>

#include "worker/protocol/error.hpp"

namespace quern {

TemporaryFolder::TemporaryFolder() {
  std::error_code no_folder;
  std::string name = (std::filesystem::temp_directory_path(no_folder) / "quern-XXXXXX").string();
  if (no_folder || mkdtemp(name.data()) == nullptr)
    throw Error(ErrorKind::environment,
                fmt::format("cannot make a temporary folder: {}",
                            (no_folder ? no_folder : std::error_code(errno, std::generic_category())).message()),
                "set TMPDIR to a folder that can be written to");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace quern
