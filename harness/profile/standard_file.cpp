// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/standard_file.hpp"

#include <cstddef>
#include <filesystem>

#include "harness/profile/name_syntax.hpp"

namespace quern {
namespace {

// The last place where this folder begins.
std::size_t last_folder(std::string_view path, std::string_view folder) {
  for (std::size_t at = path.rfind(folder); at != kNone; at = at == 0 ? kNone : path.rfind(folder, at - 1))
    if (at == 0 || path[at - 1] == '/') return at;
  return kNone;
}

std::size_t first_folder(std::string_view path, std::string_view folder) {
  for (std::size_t at = path.find(folder); at != kNone; at = path.find(folder, at + 1))
    if (at == 0 || path[at - 1] == '/') return at;
  return kNone;
}

// Debian compiles glibc in `./malloc`, from `./malloc/malloc.c`.
std::string_view without_repeated_folder(std::string_view file) {
  const std::size_t middle = file.starts_with("./") ? file.find("/./", 1) : kNone;
  if (middle == kNone) return file;
  const std::string folder = std::string(file.substr(2, middle - 2)) + "/";
  return begins_at(file, middle + 3, folder) ? file.substr(middle + 3) : file;
}

std::string normal_path(std::string_view file) {
  std::string path = std::filesystem::path(without_repeated_folder(file)).lexically_normal().generic_string();
  while (path.starts_with("../")) path.erase(0, 3);
  return path;
}

std::string_view from(std::string_view path, std::size_t at) { return at == kNone ? "" : path.substr(at); }

// Empty for a file that is not of LibTorch, as in all functions below.
std::string file_of_torch(std::string_view path) {
  for (const std::string_view folder : {"aten/src/", "torch/csrc/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  // Installed headers.
  if (const std::size_t at = last_folder(path, "ATen/"); at != kNone) return "aten/src/" + std::string(path.substr(at));
  // Some of these have a third_party of their own.
  if (const std::size_t at = first_folder(path, "third_party/"); at != kNone) return std::string(path.substr(at));
  for (const std::string_view folder : {"c10/", "caffe2/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  return {};
}

std::string_view after_first_folder(std::string_view path) { return path.substr(path.find('/') + 1); }

std::string header_of_compiler(std::string_view path) {
  if (const std::size_t at = last_folder(path, "c++/"); at != kNone && first_folder(path, "include/") < at) {
    std::string_view rest = after_first_folder(path.substr(at));
    if (length_of(rest, rest.starts_with('v') ? 1 : 0, is_digit) != 0) rest = after_first_folder(rest);
    if (rest.substr(0, rest.find('/')).find("-linux") != kNone) rest = after_first_folder(rest);
    return "include/c++/" + std::string(rest);
  }
  const bool intrinsics = last_folder(path, "lib/gcc/") != kNone || last_folder(path, "lib/clang/") != kNone;
  return std::string(intrinsics ? from(path, last_folder(path, "include/")) : "");
}

std::string file_of_glibc(std::string_view path) {
  const std::size_t at = last_folder(path, "glibc-");
  const std::size_t end = at == kNone ? kNone : path.find('/', at);
  return end == kNone ? std::string() : std::string(path.substr(end + 1));
}

std::string file_of_python(std::string_view path) {
  for (const std::string_view folder : {"Objects/", "Modules/", "Parser/", "Include/", "Programs/", "Python/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  return {};
}

// Quern's own sources lie in a checkout, or where it was installed.
std::string file_of_quern(std::string_view path) {
  for (const std::string_view folder :
       {"worker/allocator/", "worker/case/", "worker/cpp/", "worker/python/", "worker/compat/", "callgrind_client/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  return {};
}

}  // namespace

std::string standard_file(std::string_view file, std::string_view object) {
  if (file.empty() || file == kUnknownFile) return std::string(file);
  std::string path = normal_path(file);
  for (const auto& known : {file_of_torch, header_of_compiler, file_of_glibc})
    if (std::string standard = known(path); !standard.empty()) return standard;
  if (object == "python")
    if (std::string standard = file_of_python(path); !standard.empty()) return standard;
  if (object == "snippets") return path.substr(path.rfind('/') + 1);
  if (std::string standard = file_of_quern(path); !standard.empty()) return standard;
  return path;
}

}  // namespace quern
