// SPDX-License-Identifier: Apache-2.0
#include "harness/build/precompiled_header.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace quern {
namespace {

namespace fs = std::filesystem;

// Below the folder of quern's own sources.
constexpr const char* kPrelude = "worker/cpp/prelude.hpp";

void write_whole(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw fs::filesystem_error("write", file, std::error_code(errno, std::generic_category()));
}

}  // namespace

Compiled make_precompiled_header(const CompilerDriver& driver, std::vector<std::string> flags, const fs::path& folder) {
  // The cache knows what is in all headers: one that was only written again does not make this one useless.
  if (driver.clang()) flags.insert(flags.end(), {"-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp"});
  flags.insert(flags.end(), {"-x", "c++-header", (driver.sources() / kPrelude).string(), "-o",
                             (folder / (driver.clang() ? "prelude.pch" : "prelude.hpp.gch")).string()});
  Compiled compiled = driver.compile(flags);
  if (compiled.ok && !driver.clang())
    write_whole(folder / "prelude.hpp", "#error the precompiled header was not used\n");
  return compiled;
}

std::vector<std::string> precompiled_header_arguments(const CompilerDriver& driver, const fs::path& folder) {
  if (driver.clang())
    return {"-fpch-instantiate-templates", "-fno-caret-diagnostics", "-include-pch", (folder / "prelude.pch").string()};
  return {"-fno-diagnostics-show-caret", "-include", (folder / "prelude.hpp").string()};
}

}  // namespace quern
