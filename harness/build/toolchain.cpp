// SPDX-License-Identifier: Apache-2.0
#include "harness/build/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

#include "harness/environment/elf.hpp"
#include "harness/process/temporary_folder.hpp"
#include "worker/protocol/definition_hash.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kCompileTimeout{10};
// 17 serves most builds; the newest need 20, the oldest know 14 only.
constexpr std::array<const char*, 3> kStandards = {"c++17", "c++20", "c++14"};

// What is compiled for an environment, below the folder of quern's own sources.
const std::vector<std::string> kPreludeFiles = {"worker/cpp/prelude.hpp", "worker/cpp/case.hpp"};
const std::vector<std::string> kServerFiles = {"worker/cpp/server.cpp", "worker/cpp/windows.cpp"};
const std::vector<std::string> kClientFiles = {"callgrind_client/requests.c", "callgrind_client/fork_loop.c"};
const std::vector<std::string> kAllocatorFiles = {"worker/allocator/pinned_malloc.c",
                                                  "worker/allocator/pinned_malloc.h"};

std::string read_all(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(ErrorKind::environment, fmt::format("cannot read '{}'", file.string()), "reinstall quern");
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write_all(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw fs::filesystem_error("write", file, std::error_code(errno, std::generic_category()));
}

// A rebuilt tree keeps its version but not its headers' times.
std::string hash_headers(const fs::path& include) {
  std::vector<std::string> lines;
  for (const char* folder : {"torch", "ATen", "c10"}) {
    std::error_code ignored;
    for (const fs::directory_entry& file : fs::recursive_directory_iterator(include / folder, ignored))
      if (file.is_regular_file(ignored))
        lines.push_back(fmt::format("{} {} {}", file.path().lexically_relative(include).string(),
                                    file.file_size(ignored), file.last_write_time(ignored).time_since_epoch().count()));
  }
  std::sort(lines.begin(), lines.end());
  return hash_fields({fmt::format("{}", fmt::join(lines, "\n"))});
}

std::string first_error(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.find("error:") != std::string::npos) return line;
  return output.substr(0, output.find('\n'));
}

// A full disk is no mistake in the code that was being compiled.
void require_space(const std::string& output) {
  if (output.find("No space left on device") == std::string::npos) return;
  throw Error(ErrorKind::environment, "the compiler cannot write: No space left on device",
              "free some space in the cache's folder and in TMPDIR, or set XDG_CACHE_HOME and TMPDIR to others");
}

}  // namespace

Toolchain::Toolchain(const Parts& parts) : parts_(parts), headers_(hash_headers(parts.environment.torch.include)) {
  make_header();
  make_server();
  make_allocator();
  std::vector<std::string> shown = cxx_flags();  // a fingerprint holds no paths: equal environments are equal anywhere
  std::erase_if(shown, [](const std::string& flag) { return flag.starts_with("-I") || flag.starts_with("-isystem"); });
  shown_flags_ = fmt::format("{}", fmt::join(shown, " "));
  fingerprint_ = key(build_id(parts_.environment.torch.libraries / "libtorch_cpu.so"));
}

std::string Toolchain::key(const std::string& more) const {
  return hash_fields({headers_, fmt::format("{}", fmt::join(cxx_flags(), " ")), parts_.environment.cxx.name(),
                      parts_.environment.cxx.program.string(), source_hash(kPreludeFiles), more});
}

std::vector<std::string> Toolchain::cxx_flags() const {
  const LibTorch& torch = parts_.environment.torch;
  std::vector<std::string> flags = {"-std=" + standard_,
                                    "-O2",
                                    "-g1",
                                    "-gdwarf-4",  // Valgrind 3.19 reads DWARF 5 only in part
                                    "-fPIC",
                                    "-DNDEBUG",  // as LibTorch's releases: some classes are laid out by it
                                    "-w",
                                    fmt::format("-D_GLIBCXX_USE_CXX11_ABI={}", torch.cxx11_abi ? 1 : 0),
                                    "-I" + parts_.sources.string(),
                                    "-isystem" + (torch.include / "torch/csrc/api/include").string()};
  // A folder that is searched anyway must keep its place, or the standard library's #include_next goes astray.
  if (torch.include != "/usr/include") flags.push_back("-isystem" + torch.include.string());
  return flags;
}

Compiled Toolchain::compile(const std::vector<std::string>& arguments) const {
  const TemporaryFolder folder;
  const fs::path log = folder.path() / "log";
  // Its own messages in English, its temporary files where we clean up; nothing else of the user's environment.
  const std::map<std::string, std::string> variables = {
      {"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"LC_ALL", "C"}, {"TMPDIR", folder.path().string()}};
  const ChildExit exit =
      parts_.runner.run({parts_.environment.cxx.program, arguments, variables, log}, kCompileTimeout);
  const bool ok = exit.how == ChildExit::How::exited && exit.code == 0;
  Compiled compiled{ok, read_all(log)};
  if (!ok) require_space(compiled.output);
  return compiled;
}

void Toolchain::require(const std::vector<std::string>& arguments, const std::string& what) const {
  const Compiled compiled = compile(arguments);
  if (compiled.ok) return;
  throw Error(ErrorKind::environment, fmt::format("{} does not compile: {}", what, first_error(compiled.output)),
              "'quern doctor' tells whether something is missing");
}

std::string Toolchain::source_hash(const std::vector<std::string>& files) const {
  std::string all;
  for (const std::string& file : files) all += hash_fields({file, read_all(parts_.sources / file)});
  return hash_fields({all});
}

void Toolchain::make_header_with(const std::string& standard) {
  standard_ = standard;
  entries_.push_back(parts_.cache.entry("header", key("header"), [&](const fs::path& folder) {
    std::vector<std::string> arguments = cxx_flags();
    if (clang()) arguments.emplace_back("-fpch-instantiate-templates");
    arguments.insert(arguments.end(), {"-x", "c++-header", (parts_.sources / "worker/cpp/prelude.hpp").string(), "-o",
                                       (folder / (clang() ? "prelude.pch" : "prelude.hpp.gch")).string()});
    const Compiled compiled = compile(arguments);
    if (!compiled.ok) throw NotCompiled{compiled.output};
    if (!clang()) write_all(folder / "prelude.hpp", "#error the precompiled header was not used\n");
  }));
  header_ = entries_.back().path / (clang() ? "prelude.pch" : "prelude.hpp");
}

void Toolchain::make_header() {
  std::string message;
  for (const char* standard : kStandards) {
    try {
      make_header_with(standard);
      return;
    } catch (const NotCompiled& failed) {
      if (message.empty()) message = first_error(failed.output);
    }
  }
  throw Error(ErrorKind::environment, fmt::format("LibTorch's torch/torch.h does not compile: {}", message),
              fmt::format("tried -std={}", fmt::join(kStandards, ", ")));
}

Compiled Toolchain::compile_snippets(const fs::path& source, const fs::path& object) {
  std::vector<std::string> arguments = cxx_flags();
  // Without a limit on errors: the one that names a case may be the hundredth.
  if (clang())
    arguments.insert(arguments.end(),
                     {"-fpch-instantiate-templates", "-ferror-limit=0", "-fno-caret-diagnostics", "-include-pch"});
  else
    arguments.insert(arguments.end(), {"-fno-diagnostics-show-caret", "-include"});
  arguments.insert(arguments.end(),
                   {header_.string(), "-shared", "-Wl,-z,now", "-x", "c++", source.string(), "-o", object.string()});
  return compile(arguments);
}

void Toolchain::make_server() {
  const std::string libraries = parts_.environment.torch.libraries.string();
  std::vector<std::string> all = kServerFiles;
  all.insert(all.end(), kClientFiles.begin(), kClientFiles.end());
  all.insert(all.end(), {"callgrind_client/client.h", "worker/cpp/windows.hpp", kAllocatorFiles.back()});
  entries_.push_back(parts_.cache.entry("server", key(source_hash(all) + libraries), [&](const fs::path& folder) {
    std::vector<std::string> arguments = cxx_flags();
    for (const std::string& file : kClientFiles) {
      arguments.push_back((folder / (fs::path(file).stem().string() + ".o")).string());
      compile_c({"-c", (parts_.sources / file).string(), "-o", arguments.back()},
                "the Callgrind client (are Valgrind's headers here?)");
    }
    for (const std::string& file : kServerFiles) arguments.push_back((parts_.sources / file).string());
    arguments.insert(arguments.end(),
                     {"-L" + libraries, "-Wl,--no-as-needed", "-ltorch", "-ltorch_cpu", "-lc10", "-ldl", "-lpthread",
                      "-rdynamic", "-Wl,-z,now", "-Wl,--allow-shlib-undefined", "-o", (folder / "server").string()});
    require(arguments, "the server");
  }));
  server_ = entries_.back().path / "server";
}

void Toolchain::make_allocator() {
  const std::string made_from = hash_fields({parts_.environment.cxx.name(), source_hash(kAllocatorFiles)});
  entries_.push_back(parts_.cache.entry("allocator", made_from, [&](const fs::path& folder) {
    compile_c({"-shared", "-fno-builtin", (parts_.sources / kAllocatorFiles.front()).string(), "-lpthread", "-o",
               (folder / "libpinned.so").string()},
              "the allocator");
  }));
  allocator_ = entries_.back().path / "libpinned.so";
}

void Toolchain::compile_c(std::vector<std::string> arguments, const std::string& what) const {
  const std::vector<std::string> flags = {"-x",  "c",         "-std=gnu11", "-O2",
                                          "-g1", "-gdwarf-4", "-fPIC",      "-I" + parts_.sources.string()};
  arguments.insert(arguments.begin(), flags.begin(), flags.end());
  require(arguments, what);
}

}  // namespace quern
