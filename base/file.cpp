// SPDX-License-Identifier: Apache-2.0
#include "base/file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace quern {
namespace {

namespace fs = std::filesystem;

// A folder can be opened, and its stream throws at the first byte; a stream that is written to another one does not.
std::string rest_of_file(std::ifstream& stream) {
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

}  // namespace

std::string read_file(const fs::path& path, std::size_t most) {
  if (!fs::exists(path)) throw std::runtime_error("no such file");
  if (!fs::is_regular_file(path)) throw std::runtime_error("not a regular file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error(std::error_code(errno, std::generic_category()).message());
  std::string text(std::min<std::uintmax_t>(fs::file_size(path), most), '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

std::optional<std::string> try_read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return rest_of_file(stream);
}

std::string read_tail(const fs::path& path, std::size_t most) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream) return {};
  stream.seekg(std::max<std::streamoff>(0, stream.tellg() - static_cast<std::streamoff>(most)));
  return rest_of_file(stream);
}

}  // namespace quern
