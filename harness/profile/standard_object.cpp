// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/standard_object.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "harness/profile/name_syntax.hpp"

namespace quern {
namespace {

// `libgomp-a34b3233.so.1`, `libopenblas64_p-r0-0cf96a72.3.23.dev.so`
std::string without_wheel_hash(std::string name) {
  constexpr std::size_t kLength = 8;
  for (std::size_t dash = name.find('-'); dash != kNone; dash = name.find('-', dash)) {
    const std::size_t end = dash + 1 + kLength;
    const std::size_t library = name.find(".so", dash);
    const bool hashed = length_of(name, dash + 1, is_hexadecimal) == kLength && library != kNone &&
                        (begins_at(name, end, ".") || begins_at(name, end, "-"));
    if (!hashed)
      ++dash;
    else
      name.erase(dash, (name[end] == '.' ? library : end) - dash);
  }
  return name;
}

bool is_interpreter(std::string_view name) {
  const auto of_version = [](char c) { return is_of_version(c) || c == 't' || c == 'd' || c == 'm'; };
  if (name.starts_with("libpython")) return true;
  return name == "python" || (name.starts_with("python") && consists_of(name.substr(6), of_version));
}

// What the cache calls it, and a server; `s0003.so` in profiles of quern 0.1.
bool is_of_snippets(std::string_view name) {
  if (name == "snippets.so" || name == "case.so") return true;
  return name.starts_with('s') && name.ends_with(".so") && consists_of(name.substr(1, name.size() - 4), is_digit);
}

struct Sibling {
  std::string_view before;
  std::string_view since;
};

constexpr std::array kSiblingsOfGlibc = {
    Sibling{"libc-", "libc.so.6"},   Sibling{"libm-", "libm.so.6"},   Sibling{"libpthread-", "libpthread.so.0"},
    Sibling{"libdl-", "libdl.so.2"}, Sibling{"librt-", "librt.so.1"}, Sibling{"ld-", "ld-linux-x86-64.so.2"},
};

// Empty for other libraries.
std::string_view library_of_glibc(std::string_view name) {
  if (!name.ends_with(".so")) return {};
  const std::string_view stem = name.substr(0, name.size() - 3);
  for (const Sibling& sibling : kSiblingsOfGlibc)
    if (stem.starts_with(sibling.before) && consists_of(stem.substr(sibling.before.size()), is_of_version))
      return sibling.since;
  return {};
}

bool is_library_of_torch(std::string_view name) {
  return name.starts_with("libtorch") || name.starts_with("libc10") || name.starts_with("libcaffe2") ||
         name.starts_with("libshm.");
}

std::string without_library_version(std::string name) {
  const std::size_t version = name.find(".so.");
  if (version == kNone) return name;
  const std::size_t number = version + 4;
  name.resize(is_library_of_torch(name) ? number - 1 : number + length_of(name, number, is_digit));
  return name;
}

std::string without_interpreter_version(std::string name) {
  constexpr std::string_view kTag = ".cpython";
  const std::size_t tag = name.find(std::string(kTag) + "-");
  const std::size_t library = tag == kNone ? kNone : name.rfind(".so");
  if (library == kNone || library < tag) return name;
  const std::size_t end = tag + kTag.size();
  return name.erase(end, library - end);
}

}  // namespace

std::string standard_object(std::string_view object) {
  const std::string_view name = object.substr(object.rfind('/') + 1);
  if (name == "alloc.so" || name == "libpinned.so") return "allocator";
  if (is_of_snippets(name)) return "snippets";
  if (is_interpreter(name)) return "python";
  if (const std::string_view library = library_of_glibc(name); !library.empty()) return std::string(library);
  return without_library_version(without_wheel_hash(without_interpreter_version(std::string(name))));
}

}  // namespace quern
