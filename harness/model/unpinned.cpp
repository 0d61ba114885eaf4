// SPDX-License-Identifier: Apache-2.0
#include "harness/model/unpinned.hpp"

#include <fmt/format.h>

namespace quern {

std::vector<std::string> unpinned(const Fingerprint& fingerprint) {
  std::vector<std::string> pins;
  for (const auto& [pin, value] : fingerprint.pinned)
    if (value == kUnpinned) pins.push_back(pin);
  return pins;
}

std::string unpinned_sentence(const std::string& pin) {
  if (pin == "addresses")
    return "addresses could not be fixed (personality is denied, by a container's seccomp filter perhaps): counts may "
           "differ elsewhere";
  if (pin == "core")
    return "servers could not be bound to one core each: counts of several threads may differ elsewhere";
  if (pin == "heap") return "the heap of cases could not be put at its fixed place: counts may differ elsewhere";
  if (pin == "names")
    return "Python's names could not be put at their fixed places: counts of Python may differ elsewhere";
  if (pin == "types")
    return "Python's types could not be given versions (this interpreter is not known): counts of Python may differ "
           "elsewhere";
  return fmt::format("'{}' could not be pinned: counts may differ elsewhere", pin);
}

}  // namespace quern
