// SPDX-License-Identifier: Apache-2.0
#include "harness/build/compiler_driver.hpp"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "harness/process/temporary_folder.hpp"
#include "worker/protocol/definition_hash.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kCompileTimeout{10};

std::string read_all(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(ErrorKind::environment, fmt::format("cannot read '{}'", file.string()), "reinstall quern");
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A full disk is no mistake in the code that was being compiled.
void require_space(const std::string& output) {
  if (output.find("No space left on device") == std::string::npos) return;
  throw Error(ErrorKind::environment, "the compiler cannot write: No space left on device",
              "free some space in the cache's folder and in TMPDIR, or set XDG_CACHE_HOME and TMPDIR to others");
}

// Nor is a lack of memory or time. A compiler's driver tells of a signal to the compiler proper in words.
void require_survival(const ChildExit& exit, const std::string& output) {
  const bool killed = exit.how == ChildExit::How::signaled || output.find("Killed signal") != std::string::npos ||
                      output.find("due to signal") != std::string::npos;
  if (exit.how == ChildExit::How::timed_out)
    throw Error(ErrorKind::environment, fmt::format("the compiler was not done after {} min", kCompileTimeout.count()));
  if (killed)
    throw Error(ErrorKind::environment, "the compiler was killed",
                "most often for lack of memory: LibTorch's headers take 2 GB");
}

}  // namespace

Compiled CompilerDriver::compile(const std::vector<std::string>& arguments) const {
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  // Its own messages in English, its temporary files where we clean up; nothing else of the user's environment.
  const std::map<std::string, std::string> variables = {
      {"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"LC_ALL", "C"}, {"TMPDIR", folder.path().string()}};
  const ChildExit exit = runner_.run({cxx_.program, arguments, variables, log}, kCompileTimeout);
  const bool ok = exit.how == ChildExit::How::exited && exit.code == 0;
  Compiled compiled{ok, read_all(log)};
  if (ok) return compiled;
  require_space(compiled.output);
  require_survival(exit, compiled.output);
  return compiled;
}

void CompilerDriver::require(const std::vector<std::string>& arguments, const std::string& what) const {
  const Compiled compiled = compile(arguments);
  if (compiled.ok) return;
  throw Error(ErrorKind::environment, fmt::format("{} does not compile: {}", what, first_error(compiled.output)),
              "'quern doctor' tells whether something is missing");
}

void CompilerDriver::require_c(std::vector<std::string> arguments, const std::string& what) const {
  const std::vector<std::string> flags = {"-x",  "c",         "-std=gnu11", "-O2",
                                          "-g1", "-gdwarf-4", "-fPIC",      "-I" + sources_.string()};
  arguments.insert(arguments.begin(), flags.begin(), flags.end());
  require(arguments, what);
}

std::string CompilerDriver::source_hash(const std::vector<std::string>& files) const {
  std::string all;
  for (const std::string& file : files) all += hash_fields({file, read_all(sources_ / file)});
  return hash_fields({all});
}

std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    // A linker's own words come before the compiler's, which only says that it failed.
    for (const char* telling : {"error:", "undefined reference", "cannot find -l"})
      if (line.find(telling) != std::string::npos) return line;
  return output.substr(0, output.find('\n'));
}

}  // namespace quern
