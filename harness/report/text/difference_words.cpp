// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/difference_words.hpp"

#include <fmt/format.h>

namespace quern {
namespace {

std::string_view word_of(FactKind kind) {
  constexpr std::string_view kWords[] = {"torch",     "torch git",        "C++ ABI",  "build",    "installation",
                                         "compiler",  "compiler's flags", "python",   "valgrind", "glibc",
                                         "processor", "allocator",        "variable", "library"};
  return kWords[static_cast<std::size_t>(kind)];
}

std::string library_text(const Library& library) {
  if (library.build_id.empty()) return fmt::format("no build-id, {} bytes", library.size);
  return fmt::format("build-id {}, {} bytes", library.build_id.substr(0, 12), library.size);
}

std::string_view unsaid_text(FactKind kind) {
  if (kind == FactKind::variable) return "not set";
  return kind == FactKind::library ? "not loaded" : "-";
}

// The build's description is long; a hash of it would say nothing. That it differs is worth a word.
std::string build_text(const Fact& fact) {
  const auto* const text = std::get_if<std::string>(&fact);
  return fmt::format("{} characters", text == nullptr ? 0 : text->size());
}

std::string fact_text(FactKind kind, const Fact& fact) {
  if (kind == FactKind::build) return build_text(fact);
  if (const auto* const text = std::get_if<std::string>(&fact)) return *text;
  if (const auto* const library = std::get_if<Library>(&fact)) return library_text(*library);
  if (const auto* const is_new = std::get_if<bool>(&fact)) return *is_new ? "new" : "old";
  return std::string(unsaid_text(kind));
}

}  // namespace

std::string what_text(const Difference& difference) {
  return difference.name.empty() ? std::string(word_of(difference.kind)) : difference.name;
}

std::string a_text(const Difference& difference) { return fact_text(difference.kind, difference.a); }
std::string b_text(const Difference& difference) { return fact_text(difference.kind, difference.b); }

}  // namespace quern
