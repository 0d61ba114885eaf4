// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/replaced_file.hpp"
#include "base/write_all.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// The only links that are followed: they lead to what this process was given.
bool is_own_stream(const fs::path& path) {
  const std::string normal = path.lexically_normal().string();
  return normal == "/dev/stdout" || normal == "/dev/stderr" || normal.starts_with("/dev/fd/") ||
         normal.starts_with("/proc/self/fd/");
}

// A device or a pipe: written to, not replaced.
bool is_special(const fs::path& path) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0) return false;
  if (S_ISLNK(status.st_mode)) return is_own_stream(path);
  return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

void append_to(const fs::path& path, const std::string& text) {
  // Behind what is there: /dev/stdout may be a file that the shell appends to.
  const int links = is_own_stream(path) ? 0 : O_NOFOLLOW;
  const Descriptor descriptor(open(path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC | links));
  const int error = descriptor.number() < 0 ? errno : write_all(descriptor.number(), text);
  if (error != 0)
    throw Error(ErrorKind::environment,
                fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(error)),
                "choose another --output");
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  if (!path_.empty() && !is_special(path_)) require_replaceable(path_);
}

void OutputFile::write(const std::string& text, std::ostream& out) const {
  if (path_.empty())
    out << text;
  else if (is_special(path_))
    append_to(path_, text);
  else
    replace_file(path_, text);
}

// Hours of work are not lost with the file: what cannot be written there goes to standard output.
void write_result(const OutputFile& output, const std::string& text, std::ostream& out) {
  try {
    output.write(text, out);
  } catch (const Error&) {
    out << text;
    throw;
  }
}

}  // namespace quern
