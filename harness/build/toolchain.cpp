// SPDX-License-Identifier: Apache-2.0
#include "harness/build/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "harness/environment/elf.hpp"
#include "worker/protocol/definition_hash.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// 17 serves most builds; the newest need 20, the oldest know 14 only.
constexpr std::array<const char*, 3> kStandards = {"c++17", "c++20", "c++14"};

// What is compiled for an environment, below the folder of quern's own sources.
const std::vector<std::string> kPreludeFiles = {"worker/cpp/prelude.hpp", "worker/cpp/case.hpp",
                                                "worker/case/windows.h", "worker/case/request.h"};
const std::vector<std::string> kServerFiles = {"worker/cpp/server.cpp", "worker/cpp/warm_up.cpp",
                                               "worker/cpp/warm_up.hpp"};
constexpr const char* kModelSource = "worker/cpp/derive_model.cpp";

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

}  // namespace

Toolchain::Toolchain(const Parts& parts) : parts_(parts), headers_(hash_headers(parts.environment.torch.include)) {
  make_header();
  make_server();
  std::vector<std::string> shown = cxx_flags();  // a fingerprint holds no paths: equal environments are equal anywhere
  std::erase_if(shown, [](const std::string& flag) { return flag.starts_with("-I") || flag.starts_with("-isystem"); });
  shown_flags_ = fmt::format("{}", fmt::join(shown, " "));
  fingerprint_ = key(build_id(parts_.environment.torch.libraries / "libtorch_cpu.so"));
}

std::string Toolchain::key(const std::string& more) const {
  return hash_fields({headers_, fmt::format("{}", fmt::join(cxx_flags(), " ")), parts_.environment.cxx.name(),
                      parts_.environment.cxx.program.string(), parts_.driver.source_hash(kPreludeFiles), more});
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
                                    "-I" + parts_.driver.sources().string(),
                                    "-isystem" + (torch.include / "torch/csrc/api/include").string()};
  // A folder that is searched anyway must keep its place, or the standard library's #include_next goes astray.
  if (torch.include != "/usr/include") flags.push_back("-isystem" + torch.include.string());
  return flags;
}

void Toolchain::make_header_with(const std::string& standard) {
  standard_ = standard;
  entries_.push_back(parts_.cache.entry("header", key("header"), [&](const fs::path& folder) {
    std::vector<std::string> arguments = cxx_flags();
    // The key knows the contents of our headers and the times of LibTorch's: a reinstalled quern changes neither.
    if (clang()) arguments.insert(arguments.end(), {"-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp"});
    arguments.insert(arguments.end(),
                     {"-x", "c++-header", (parts_.driver.sources() / "worker/cpp/prelude.hpp").string(), "-o",
                      (folder / (clang() ? "prelude.pch" : "prelude.hpp.gch")).string()});
    const Compiled compiled = parts_.driver.compile(arguments);
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
  return parts_.driver.compile(snippet_arguments(source, object));
}

std::vector<std::string> Toolchain::snippet_arguments(const fs::path& source, const fs::path& object) const {
  std::vector<std::string> arguments = cxx_flags();
  // Without a limit on errors: the one that names a case may be the hundredth.
  if (clang())
    arguments.insert(arguments.end(),
                     {"-fpch-instantiate-templates", "-ferror-limit=0", "-fno-caret-diagnostics", "-include-pch"});
  else
    arguments.insert(arguments.end(), {"-fno-diagnostics-show-caret", "-include"});
  arguments.insert(arguments.end(),
                   {header_.string(), "-shared", "-Wl,-z,now", "-x", "c++", source.string(), "-o", object.string()});
  return arguments;
}

std::vector<std::string> Toolchain::link_flags(const fs::path& program) const {
  return {"-L" + parts_.environment.torch.libraries.string(),
          "-Wl,--no-as-needed",
          "-ltorch",
          "-ltorch_cpu",
          "-lc10",
          "-ldl",
          "-lpthread",
          "-rdynamic",
          "-Wl,-z,now",
          "-Wl,--allow-shlib-undefined",
          "-o",
          program.string()};
}

fs::path Toolchain::model_program() const {
  const std::string libraries = parts_.environment.torch.libraries.string();
  const CacheEntry entry = parts_.cache.entry(
      "derive", key(parts_.driver.source_hash({kModelSource}) + libraries), [&](const fs::path& folder) {
        std::vector<std::string> arguments = cxx_flags();
        arguments.push_back((parts_.driver.sources() / kModelSource).string());
        const std::vector<std::string> link = link_flags(folder / "derive_model");
        arguments.insert(arguments.end(), link.begin(), link.end());
        parts_.driver.require(arguments, "the program that derives models");
      });
  return entry.path / "derive_model";
}

void Toolchain::make_server() {
  const std::string libraries = parts_.environment.torch.libraries.string();
  const std::string made_from = parts_.driver.source_hash(kServerFiles) + parts_.worker.fingerprint() + libraries;
  entries_.push_back(parts_.cache.entry("server", key(made_from), [&](const fs::path& folder) {
    std::vector<std::string> arguments = cxx_flags();
    for (const fs::path& object : parts_.worker.objects()) arguments.push_back(object.string());
    for (const std::string& file : kServerFiles)
      if (file.ends_with(".cpp")) arguments.push_back((parts_.driver.sources() / file).string());
    const std::vector<std::string> link = link_flags(folder / "server");
    arguments.insert(arguments.end(), link.begin(), link.end());
    parts_.driver.require(arguments, "the server");
  }));
  server_ = entries_.back().path / "server";
}

}  // namespace quern
