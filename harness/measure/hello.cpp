// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/hello.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "worker/protocol/keys.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

// A server sees libraries through links in its folder, which goes with it.
std::string real_path(const std::string& file) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  return error ? file : real.string();
}

void read_line(std::string_view key, const std::string& value, Hello& hello) {
  if (key == QUERN_HELLO_PROTOCOL) hello.protocol = std::atoi(value.c_str());
  if (key == QUERN_HELLO_TORCH) hello.torch_version = value;
  if (key == QUERN_HELLO_GIT) hello.git = value;
  if (key == QUERN_HELLO_PYTHON) hello.python = value;
  if (key == QUERN_HELLO_CONFIG) hello.config = value;
  if (key == QUERN_HELLO_CPU) hello.cpu = value;
  if (key == QUERN_HELLO_LEFT_OUT) hello.left_out.push_back(value);
  if (key == QUERN_HELLO_UNPINNED) hello.unpinned.push_back(value);
  if (key == QUERN_HELLO_STACK) hello.stack = std::stoull(value, nullptr, 16);
  if (key == QUERN_HELLO_CPUID) add_cpuid_answer(hello.cpuid, value);
  // A relative name is one of ours (snippets, which depend on what is measured) or the kernel's.
  if (key == QUERN_HELLO_LIBRARY && value.starts_with('/')) hello.libraries.push_back(real_path(value));
}

}  // namespace

Hello parse_hello(const std::string& text) {
  Hello hello;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t space = line.find(' '); space != std::string::npos)
      read_line(std::string_view(line).substr(0, space), line.substr(space + 1), hello);
  return hello;
}

void require_own_protocol(const Hello& hello) {
  if (hello.protocol == QUERN_PROTOCOL) return;
  throw Error(ErrorKind::environment,
              fmt::format("the server speaks protocol {}, and this quern speaks {}", hello.protocol, QUERN_PROTOCOL),
              "the program and the sources beside it are not of the same version: install quern again, as a whole");
}

}  // namespace quern
