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
constexpr const char* kModuleMap = "worker/cpp/prelude.modulemap";

// Modules that were not asked for are neither looked for nor made.
const std::vector<std::string> kOneModule = {"-fmodules", "-fno-implicit-modules", "-fno-implicit-module-maps"};

// A module, because clang instantiates what virtual functions LibTorch's templates have when it makes one. With a
// precompiled header it does that in every source that uses it, which took two thirds of the time to compile a case.
std::vector<std::string> module_arguments(const CompilerDriver& driver, const fs::path& folder) {
  std::vector<std::string> arguments = kOneModule;
  // The cache knows what is in all headers: one that was only written again does not make the module useless.
  arguments.insert(arguments.end(),
                   {"-fmodule-name=quern_prelude", "-Xclang", "-emit-module", "-Xclang", "-fno-pch-timestamp", "-x",
                    "c++", "-c", (driver.sources() / kModuleMap).string(), "-o", (folder / "prelude.pcm").string()});
  return arguments;
}

void write_whole(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw fs::filesystem_error("write", file, std::error_code(errno, std::generic_category()));
}

}  // namespace

Compiled make_precompiled_header(const CompilerDriver& driver, std::vector<std::string> flags, const fs::path& folder) {
  const std::vector<std::string> arguments =
      driver.clang() ? module_arguments(driver, folder)
                     : std::vector<std::string>{"-x", "c++-header", (driver.sources() / kPrelude).string(), "-o",
                                                (folder / "prelude.hpp.gch").string()};
  flags.insert(flags.end(), arguments.begin(), arguments.end());
  Compiled compiled = driver.compile(flags);
  if (compiled.ok && !driver.clang())
    write_whole(folder / "prelude.hpp", "#error the precompiled header was not used\n");
  return compiled;
}

std::vector<std::string> precompiled_header_arguments(const CompilerDriver& driver, const fs::path& folder) {
  if (!driver.clang()) return {"-fno-diagnostics-show-caret", "-include", (folder / "prelude.hpp").string()};
  std::vector<std::string> arguments = kOneModule;
  arguments.insert(arguments.end(), {"-fmodule-map-file=" + (driver.sources() / kModuleMap).string(),
                                     "-fmodule-file=quern_prelude=" + (folder / "prelude.pcm").string(),
                                     "-fno-caret-diagnostics", "-include", (driver.sources() / kPrelude).string()});
  return arguments;
}

}  // namespace quern
