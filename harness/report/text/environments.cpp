// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/environments.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"

namespace quern {
namespace {

// Two builds of Python alone load hundreds of files that are not the same.
bool is_other_library(const Difference& difference) {
  return difference.kind == FactKind::library && !difference.name.starts_with("libtorch") &&
         !difference.name.starts_with("libc10");
}

}  // namespace

std::string torch_text(const Fingerprint& environment) {
  std::string text = fmt::format("torch {}", printable(environment.torch_version));
  if (!environment.python.empty()) text += fmt::format(", Python {}", printable(environment.python));
  return text;
}

std::string environment_text(const Fingerprint& environment) {
  const bool named = environment.name != "default";
  return torch_text(environment) + (named ? fmt::format("  ({})", printable(environment.name)) : "");
}

std::string libraries_text(SameLibraries same, std::string_view both) {
  if (same == SameLibraries::yes) return fmt::format("{} load the same libraries", both);
  if (same == SameLibraries::unknown)
    return fmt::format("{} load libraries of the same size; some have no build-id, so they may differ", both);
  return {};
}

ShownDifferences shown_differences(const std::vector<Difference>& differences) {
  ShownDifferences result;
  for (const Difference& difference : differences) {
    if (is_other_library(difference))
      ++result.others;
    else
      result.shown.push_back(&difference);
  }
  return result;
}

std::string others_text(std::size_t others) {
  return fmt::format("and {} {} not LibTorch's (--format json lists them)", others,
                     others == 1 ? "library that is" : "libraries that are");
}

}  // namespace quern
