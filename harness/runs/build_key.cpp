// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/build_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gnu/libc-version.h>

#include <chrono>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "harness/environment/elf.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/source_command.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/process/child_output.hpp"
#include "harness/runs/content_hash.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Variables = std::map<std::string, std::string>;

constexpr const char* kKeyVersion = "quern.build/1";
constexpr std::chrono::seconds kToolTimeout{20};

std::string path_in(const Variables& variables) {
  const auto found = variables.find("PATH");
  return found == variables.end() ? "/usr/bin:/bin" : found->second;
}

// What a program says of its version, and where it lies.
std::string version_of(const KeyContext& context, const std::string& name, const Variables& variables) {
  const fs::path asked(name);
  const std::string folders = asked.has_parent_path() ? asked.parent_path().string() : path_in(variables);
  const fs::path program = context.runner.find_program(asked.filename().string(), folders);
  if (program.empty()) return {};
  return program.string() + "\n" +
         output_of(context.runner, {program, {"--version"}, variables, {}}, kToolTimeout).value_or("");
}

std::string compiler_text(const KeyContext& context, const std::string& wanted, const Variables& variables) {
  if (!wanted.empty()) return version_of(context, wanted, variables);
  const std::string clang = version_of(context, "clang++", variables);
  return clang.empty() ? version_of(context, "g++", variables) : clang;
}

// The kind of processor: counts depend on what instructions it has.
std::string processor_text() {
  std::istringstream lines(try_read_file("/proc/cpuinfo").value_or(""));
  std::string text;
  for (std::string line; std::getline(lines, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
      text += line + "\n";
  return text;
}

std::string pairs_text(const Variables& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format("{}={}\n", name, value);
  return text;
}

std::string options_text(const MeasuringOptions& options) {
  return fmt::format("{} {} {} {} {} {}", options.run.allocator, options.isolation, options.run.pairs,
                     fmt::join(options.run.metrics, ","), options.layouts, options.run.backtesting);
}

std::string conditions_key(const KeyContext& context, const std::string& cxx, const Variables& variables) {
  return hash_fields({compiler_text(context, cxx, variables), version_of(context, "valgrind", variables),
                      gnu_get_libc_version(), processor_text(), pairs_text(pinned_settings()),
                      content_of({context.sources / "worker", context.sources / "callgrind_client"}, {})});
}

// Where the system's loader looks lies much besides LibTorch.
bool is_system_folder(const fs::path& folder) {
  const std::string path = folder.lexically_normal().string();
  return path.starts_with("/usr/") || path.starts_with("/lib");
}

bool is_library_of_torch(const fs::path& file) {
  const std::string name = file.filename().string();
  for (const std::string_view part : {"torch", "libc10", "libcaffe2", "libshm"})
    if (name.find(part) != std::string::npos) return true;
  return false;
}

bool is_python_code(const fs::path& file) {
  return file.extension() == ".py" || file.filename().string().find(".so") != std::string::npos;
}

// All that the loader finds there, not only what is loaded at the start: a case may open more.
std::vector<fs::path> library_places(const Variables& variables) {
  std::vector<fs::path> places;
  const auto found = variables.find("LD_LIBRARY_PATH");
  std::istringstream list(found == variables.end() ? std::string{} : found->second);
  for (std::string place; std::getline(list, place, ':');)
    if (fs::path(place).is_absolute() && !is_system_folder(place)) places.emplace_back(place);
  return places;
}

std::string torch_key(const Environment& environment, const Variables& variables) {
  std::string headers;
  std::string libraries;
  std::string package;
  if (environment.no_cpp.empty()) {
    const fs::path& include = environment.torch.include;
    headers = content_of({include / "torch", include / "ATen", include / "c10", include / "caffe2"}, {});
    const fs::path& folder = environment.torch.libraries;
    libraries = is_system_folder(folder) ? content_beside(folder, is_library_of_torch) : content_of({folder}, {});
  }
  if (environment.python)
    package = content_of({environment.python->package}, is_python_code) + content_of({environment.python->python}, {});
  return hash_fields({headers, libraries, package, content_of(library_places(variables), {})});
}

}  // namespace

std::string build_key(const KeyContext& context, const EnvironmentSpec& spec, const MeasuringOptions& options) {
  const Variables variables = source(context.runner, spec, context.variables).variables;
  const std::string& cxx = spec.cxx.empty() ? options.run.cxx : spec.cxx;
  const Environment environment =
      probe_environment(context.runner, variables, {cxx, spec.python, !spec.names_a_place()});
  return hash_fields({kKeyVersion, torch_key(environment, variables), conditions_key(context, cxx, variables),
                      options_text(options), pairs_text(spec.variables),
                      fmt::format("{} {}", fmt::join(spec.launcher, " "), spec.layout)});
}

std::string build_key(const KeyContext& context, const std::string& identity, const MeasuringOptions& options) {
  return hash_fields(
      {kKeyVersion, identity, conditions_key(context, options.run.cxx, context.variables), options_text(options)});
}

bool libraries_are_there(const Fingerprint& stored, bool may_be_gone) {
  for (const Library& library : stored.libraries) {
    if (library.path.empty()) continue;
    std::error_code error;
    const std::uintmax_t size = fs::file_size(library.path, error);
    if (error && !may_be_gone) return false;
    if (!error && (size != library.size || build_id(library.path) != library.build_id)) return false;
  }
  return true;
}

}  // namespace quern
