// SPDX-License-Identifier: Apache-2.0
#include "harness/build/compiler_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "harness/build/dependencies.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kCompileTimeout{10};

std::string installed_text(const fs::path& file) {
  std::optional<std::string> text = try_read_file(file);
  if (!text) throw Error(ErrorKind::environment, fmt::format("cannot read '{}'", file.string()), "reinstall quern");
  return std::move(*text);
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

bool has(const std::vector<std::string>& arguments, std::string_view wanted) {
  return std::find(arguments.begin(), arguments.end(), wanted) != arguments.end();
}

bool links(const std::vector<std::string>& arguments) {
  return !has(arguments, "-c") && !has(arguments, "c++-header") && !has(arguments, "-fsyntax-only");
}

bool reads_sources(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument.ends_with(".c") || argument.ends_with(".cpp") || argument.ends_with(".hpp") ||
           argument.ends_with(".modulemap");
  });
}

// The folders that are searched before those that the compiler searches by itself.
std::vector<std::string> named_folders(const std::vector<std::string>& arguments) {
  std::vector<std::string> folders;
  for (const std::string_view option : {"-iquote", "-I", "-isystem"})
    for (const std::string& argument : arguments)
      if (argument.starts_with(option)) folders.push_back(argument.substr(option.size()));
  return folders;
}

// With all that makes the compiler and the linker tell what they read.
std::vector<std::string> telling(const std::vector<std::string>& arguments, const fs::path& prerequisites) {
  std::vector<std::string> all = arguments;
  if (links(arguments)) all.insert(all.begin(), "-Wl,-t");
  if (reads_sources(arguments)) all.insert(all.begin(), {"-MD", "-MF", prerequisites.string(), "-MT", "quern"});
  return all;
}

// A compiler that does not tell would leave entries in the cache that stay valid for ever.
std::string told(const std::vector<std::string>& arguments, const fs::path& prerequisites) {
  if (!reads_sources(arguments)) return {};
  std::error_code ignored;
  if (!fs::exists(prerequisites, ignored))
    throw Error(ErrorKind::environment, "the compiler does not tell which files it read (-MD)",
                "choose another one with --cxx");
  return installed_text(prerequisites);
}

}  // namespace

Inputs CompilerDriver::inputs(const std::vector<std::string>& arguments, const std::set<std::string>& headers,
                              const std::set<std::string>& known) const {
  Inputs inputs;
  for (const std::string& header : headers)
    if (const std::string path = fs::absolute(header).string(); !known.contains(path)) inputs.files.insert(path);
  std::vector<std::string> folders = named_folders(arguments);
  const std::vector<std::string>& own = files_.folders(has(arguments, "c") ? "c" : "c++");
  folders.insert(folders.end(), own.begin(), own.end());
  inputs.absent = missing_candidates(inputs.files, folders);
  inputs.add(asked_for(inputs.files, folders));
  inputs.files.insert(files_.programs().begin(), files_.programs().end());
  return inputs;
}

Compiled CompilerDriver::compile(const std::vector<std::string>& arguments, const std::set<std::string>& known) const {
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  const fs::path prerequisites = folder.path() / "prerequisites";
  // Its own messages in English, its temporary files where we clean up; nothing else of the user's environment.
  const std::map<std::string, std::string> variables = {
      {"PATH", kCompilerPath}, {"LC_ALL", "C"}, {"TMPDIR", folder.path().string()}};
  const ChildExit exit =
      runner_.run({cxx_.program, telling(arguments, prerequisites), variables, log}, kCompileTimeout);
  const bool ok = exit.how == ChildExit::How::exited && exit.code == 0;
  Compiled compiled{ok, installed_text(log)};
  const std::set<std::string> linked = take_linked_files(compiled.output);
  if (!ok) {
    require_space(compiled.output);
    require_survival(exit, compiled.output);
    return compiled;
  }
  compiled.headers = parse_prerequisites(told(arguments, prerequisites));
  compiled.inputs = inputs(arguments, compiled.headers, known);
  compiled.inputs.files.insert(linked.begin(), linked.end());
  const std::string temporary = folder.path().string() + "/";
  for (std::set<std::string>* paths : {&compiled.inputs.files, &compiled.inputs.absent})
    std::erase_if(*paths, [&](const std::string& path) { return known.contains(path) || path.starts_with(temporary); });
  return compiled;
}

Inputs CompilerDriver::require(const std::vector<std::string>& arguments, const std::string& what) const {
  return require_made(compile(arguments), what);
}

Inputs CompilerDriver::require_c(std::vector<std::string> arguments, const std::string& what) const {
  const std::vector<std::string> flags = {"-x",  "c",         "-std=gnu11", "-O2",
                                          "-g1", "-gdwarf-4", "-fPIC",      "-I" + sources_.string()};
  arguments.insert(arguments.begin(), flags.begin(), flags.end());
  return require(arguments, what);
}

std::string CompilerDriver::key() const { return hash_fields({cxx_.name(), cxx_.program.string(), sources_.string()}); }

Inputs require_made(Compiled compiled, const std::string& what) {
  if (compiled.ok) return std::move(compiled.inputs);
  throw Error(ErrorKind::environment, fmt::format("{} does not compile: {}", what, first_error(compiled.output)),
              "'quern doctor' tells whether something is missing");
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
