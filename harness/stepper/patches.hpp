// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "harness/stepper/settings.hpp"
#include "harness/stepper/tracee.hpp"

namespace quern {

/// The instructions of a server that the stepper carries out itself: each begins with a breakpoint. Addresses are not
/// randomised and children are forks, so one set serves all processes of a server.
class Patches {
 public:
  explicit Patches(const StepperSettings& settings) : settings_(settings) {}

  /// Sets those that lie in this piece of code.
  void set(const Tracee& tracee, const MappedCode& code);

  [[nodiscard]] std::optional<InstructionPlace::Kind> at(std::uint64_t address) const {
    const auto found = patches_.find(address);
    return found == patches_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  const StepperSettings& settings_;
  std::unordered_map<std::uint64_t, InstructionPlace::Kind> patches_;
};

/// The length of such an instruction: CPUID, or the last one of a client request.
std::uint64_t length_of(InstructionPlace::Kind kind);

}  // namespace quern
