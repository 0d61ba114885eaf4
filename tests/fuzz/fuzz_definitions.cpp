// SPDX-License-Identifier: Apache-2.0
// Any bytes are either cases or one Error(definition). Everything else that happens to them is a finding.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "expand/suite.hpp"

namespace {

// `self.yaml` and `root.yaml` are the input under two names, so that it can include itself and be caught at it.
std::string read(const std::filesystem::path& path, const std::string& input) {
  if (path == "root.yaml" || path == "self.yaml") return input;
  if (path == "good.yaml") return "stmts: {good: {py_stmt: y = x + 1}}\n";
  if (path == "bad.yaml") return "stmts: {bad: {py_stmts: y}}\n";
  throw std::runtime_error("no such file");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): libFuzzer's interface
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::array<std::filesystem::path, 1> files = {"root.yaml"};
  try {
    quern::expand_suite(files, [&](const std::filesystem::path& path) { return read(path, input); });
  } catch (const quern::Error& error) {
    if (error.kind() != quern::ErrorKind::definition) throw;
  }
  return 0;
}
