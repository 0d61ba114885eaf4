// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "harness/process/descriptor.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& path,
                               const std::string& reason = std::generic_category().message(errno)) {
  throw Error(ErrorKind::environment, fmt::format("cannot write '{}': {}", path.string(), reason),
              "choose another --output");
}

fs::path beside(const fs::path& path) { return path.string() + ".part"; }

// /dev/null, a pipe, a link such as /dev/stdout: written to, not replaced.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status);
}

void write_to(const fs::path& file, const std::string& text) {
  const Descriptor descriptor(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (descriptor.number() < 0) cannot_write(file);
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t n = ::write(descriptor.number(), text.data() + written, text.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot_write(file);
    written += static_cast<std::size_t>(n);
  }
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  std::error_code ignored;
  if (fs::is_directory(path_, ignored)) cannot_write(path_, "it is a folder");
  if (path_.empty() || is_special(path_)) return;
  write_to(beside(path_), "");
  fs::remove(beside(path_), ignored);
}

void OutputFile::write(const std::string& text, std::ostream& out) const {
  if (path_.empty()) {
    out << text;
    return;
  }
  if (is_special(path_)) {
    write_to(path_, text);
    return;
  }
  std::error_code error;
  try {
    write_to(beside(path_), text);
  } catch (...) {
    fs::remove(beside(path_), error);
    throw;
  }
  fs::rename(beside(path_), path_, error);
  if (!error) return;
  const std::string reason = error.message();
  fs::remove(beside(path_), error);
  cannot_write(path_, reason);
}

}  // namespace quern
