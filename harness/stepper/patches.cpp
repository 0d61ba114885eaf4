// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/patches.hpp"

#include <array>
#include <cstring>

namespace quern {
namespace {

constexpr unsigned char kBreakpoint = 0xcc;
constexpr std::array<unsigned char, 3> kRequest = {0x48, 0x87, 0xdb};  // xchg rbx, rbx
constexpr std::array<unsigned char, 2> kCpuid = {0x0f, 0xa2};

// A file that changed since its places were found would be damaged by a breakpoint.
bool is_there(const Tracee& tracee, std::uint64_t address, InstructionPlace::Kind kind) {
  std::array<unsigned char, 3> bytes{};
  if (!tracee.read(address, bytes.data(), length_of(kind))) return false;
  return kind == InstructionPlace::Kind::cpuid ? std::memcmp(bytes.data(), kCpuid.data(), kCpuid.size()) == 0
                                               : std::memcmp(bytes.data(), kRequest.data(), kRequest.size()) == 0;
}

}  // namespace

std::uint64_t length_of(InstructionPlace::Kind kind) {
  return kind == InstructionPlace::Kind::cpuid ? kCpuid.size() : kRequest.size();
}

void Patches::set(const Tracee& tracee, const MappedCode& code) {
  const auto found = settings_.places.find(code.file);
  if (found == settings_.places.end()) return;
  for (const InstructionPlace& place : found->second) {
    if (place.offset < code.offset || place.offset - code.offset >= code.end - code.begin) continue;
    const std::uint64_t address = code.begin + (place.offset - code.offset);
    if (patches_.contains(address) || !is_there(tracee, address, place.kind)) continue;
    tracee.set_byte(address, kBreakpoint);
    patches_[address] = place.kind;
  }
}

}  // namespace quern
