// SPDX-License-Identifier: Apache-2.0
#include "harness/build/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "harness/build/foreign_headers.hpp"
#include "harness/build/precompiled_header.hpp"
#include "harness/build/release_flags.hpp"
#include "harness/environment/release_files.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// Below the folder of quern's own sources.
const std::vector<std::string> kServerSources = {"worker/cpp/server.cpp", "worker/cpp/warm_up.cpp"};
constexpr const char* kModelSource = "worker/cpp/derive_model.cpp";

}  // namespace

Toolchain::Toolchain(const Parts& parts) : parts_(parts) {
  make_header();
  make_server();
  std::vector<std::string> shown = cxx_flags();  // a fingerprint holds no paths: equal environments are equal anywhere
  std::erase_if(shown, is_place_or_release);
  shown_flags_ = fmt::format("{}", fmt::join(shown, " "));
  std::string made;  // the server is linked with LibTorch: it stands for the libraries as the header does for headers
  for (const CacheEntry& entry : entries_) made += entry.state;
  fingerprint_ = key(made);
}

std::string Toolchain::key(const std::string& more) const {
  return hash_fields({parts_.driver.key(), fmt::format("{}", fmt::join(cxx_flags(), " ")), more});
}

void Toolchain::keep(CacheEntry entry) {
  known_.insert(entry.files.begin(), entry.files.end());
  entries_.push_back(std::move(entry));
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
                                    "-I" + parts_.driver.sources().string()};
  for (std::string& flag : header_flags(torch, parts_.driver.sources())) flags.push_back(std::move(flag));
  return flags;
}

void Toolchain::make_header_with(const std::string& standard) {
  standard_ = standard;
  keep(parts_.cache.entry("header", key("header"), [&](const fs::path& folder) {
    Compiled compiled = make_precompiled_header(parts_.driver, cxx_flags(), folder);
    if (!compiled.ok) throw NotCompiled{compiled.output};
    require_made(without_foreign_headers(compiled), "LibTorch's torch/torch.h");
    return std::move(compiled.inputs);
  }));
  header_ = entries_.back().path;
  header_state_ = entries_.back().state;
}

// What was made with them would be part this LibTorch, part another.
Compiled Toolchain::without_foreign_headers(Compiled compiled) const {
  const std::string header = foreign_header(compiled.headers, parts_.environment.torch.include);
  if (header.empty()) return compiled;
  return {false, fmt::format("{}:1:1: error: {}\n", header, foreign_header_text(header))};
}

void Toolchain::make_header() {
  std::string message;
  const std::vector<std::string> standards = standards_of(parts_.environment.torch);
  for (const std::string& standard : standards) {
    try {
      make_header_with(standard);
      return;
    } catch (const NotCompiled& failed) {
      if (message.empty()) message = first_error(failed.output);
    }
  }
  throw Error(ErrorKind::environment, fmt::format("LibTorch's torch/torch.h does not compile: {}", message),
              fmt::format("tried -std={}", fmt::join(standards, ", ")));
}

Compiled Toolchain::compile_snippets(const fs::path& source, const fs::path& object,
                                     const std::vector<std::string>& folders) const {
  return without_foreign_headers(parts_.driver.compile(snippet_arguments(source, object, folders), known_));
}

Compiled Toolchain::ask(const fs::path& source, const std::string& function,
                        const std::vector<std::string>& folders) const {
  std::vector<std::string> arguments = header_arguments(folders);
  if (clang())
    arguments.insert(arguments.end(), {"-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=" + function});
  arguments.insert(arguments.end(), {"-fsyntax-only", "-x", "c++", source.string()});
  Compiled answer = parts_.driver.compile(arguments, known_);
  // There is a tree also of what does not compile; the messages stand before it.
  if (!answer.ok) answer.output.resize(std::min(answer.output.find("\n{\n"), answer.output.size()));
  return answer;
}

std::vector<std::string> Toolchain::header_arguments(const std::vector<std::string>& folders) const {
  std::vector<std::string> arguments = cxx_flags();
  for (const std::string& folder : folders) arguments.push_back("-iquote" + folder);
  const std::vector<std::string> header = precompiled_header_arguments(parts_.driver, header_);
  arguments.insert(arguments.end(), header.begin(), header.end());
  return arguments;
}

std::vector<std::string> Toolchain::snippet_arguments(const fs::path& source, const fs::path& object,
                                                      const std::vector<std::string>& folders) const {
  std::vector<std::string> arguments = header_arguments(folders);
  if (!clang()) arguments.emplace_back("-fno-gnu-unique");  // such symbols stay when an object is unloaded
  arguments.insert(arguments.end(), {"-shared", "-Wl,-z,now", "-x", "c++", source.string(), "-o", object.string()});
  return arguments;
}

std::vector<std::string> Toolchain::link_flags(const fs::path& program) const {
  const LibTorch& torch = parts_.environment.torch;
  std::vector<std::string> flags = {"-L" + torch.libraries.string(), "-Wl,--no-as-needed"};
  for (const fs::path& library : libraries_of(torch.version, torch.libraries)) flags.push_back(library.string());
  flags.insert(flags.end(),
               {"-ldl", "-lpthread", "-rdynamic", "-Wl,-z,now", "-Wl,--allow-shlib-undefined", "-o", program.string()});
  return flags;
}

// One by one: a list of what was read is written for each source.
Inputs Toolchain::compile_own(const std::vector<std::string>& sources, const fs::path& folder,
                              std::vector<std::string>& objects) const {
  Inputs inputs;
  for (const std::string& source : sources) {
    objects.push_back((folder / fs::path(source).stem()).string() + ".o");
    std::vector<std::string> arguments = header_arguments({});
    arguments.insert(arguments.end(), {"-c", (parts_.driver.sources() / source).string(), "-o", objects.back()});
    inputs.add(require_made(without_foreign_headers(parts_.driver.compile(arguments)), source));
  }
  return inputs;
}

CacheEntry Toolchain::model_program() const {
  const std::string libraries = parts_.environment.torch.libraries.string();
  return parts_.cache.entry("derive", key(header_state_ + kModelSource + libraries), [&](const fs::path& folder) {
    std::vector<std::string> arguments;
    Inputs inputs = compile_own({kModelSource}, folder, arguments);
    const std::vector<std::string> link = link_flags(folder / "derive_model");
    arguments.insert(arguments.end(), link.begin(), link.end());
    inputs.add(parts_.driver.require(arguments, "the program that derives models"));
    return inputs;
  });
}

Inputs Toolchain::link_server(const fs::path& folder, const std::vector<fs::path>& objects) const {
  std::vector<std::string> arguments;
  Inputs inputs = compile_own(kServerSources, folder, arguments);
  for (const fs::path& object : objects) arguments.push_back(object.string());
  const std::vector<std::string> link = link_flags(folder / "server");
  arguments.insert(arguments.end(), link.begin(), link.end());
  inputs.add(parts_.driver.require(arguments, "the server"));
  return inputs;
}

void Toolchain::make_server() {
  const std::string libraries = parts_.environment.torch.libraries.string();
  const std::string made_from = key(header_state_ + parts_.worker.fingerprint() + libraries);
  keep(parts_.cache.entry("server", made_from,
                          [&](const fs::path& folder) { return link_server(folder, parts_.worker.objects()); }));
  server_ = entries_.back().path / "server";
}

CacheEntry Toolchain::timing_server() const {
  const std::string libraries = parts_.environment.torch.libraries.string();
  return parts_.cache.entry(
      "timer", key(header_state_ + parts_.worker.timing_fingerprint() + libraries),
      [&](const fs::path& folder) { return link_server(folder, parts_.worker.timing_objects()); });
}

}  // namespace quern
