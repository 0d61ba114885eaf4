// SPDX-License-Identifier: Apache-2.0
#include "harness/stepper/step_counts.hpp"

#include <array>

namespace quern {
namespace {

constexpr unsigned char kRepeatDifferent = 0xf2;
constexpr unsigned char kRepeatEqual = 0xf3;

bool is_prefix(unsigned char byte) {
  return byte == kRepeatEqual || byte == kRepeatDifferent || byte == 0x66 || (byte & 0xf0U) == 0x40;
}

// Callgrind goes back to a repeated instruction once more and finds nothing to do: that counts, unless it was its
// condition that ended it.
bool counts_an_empty_round(Repeats kind, std::uint64_t flags) {
  const bool equal = ((flags >> 6U) & 1U) != 0;
  return kind == Repeats::counted || equal == (kind == Repeats::counted_while_equal);
}

}  // namespace

Repeats repeats(const unsigned char* bytes, std::size_t size) {
  unsigned char prefix = 0;
  std::size_t i = 0;
  for (; i + 1 < size && is_prefix(bytes[i]); ++i)
    if (bytes[i] == kRepeatEqual || bytes[i] == kRepeatDifferent) prefix = bytes[i];
  if (prefix == 0 || i >= size) return Repeats::no;
  switch (bytes[i]) {
    case 0xa4:  // movs, stos, lods
    case 0xa5:
    case 0xaa:
    case 0xab:
    case 0xac:
    case 0xad:
      return Repeats::counted;
    case 0xa6:  // cmps, scas
    case 0xa7:
    case 0xae:
    case 0xaf:
      return prefix == kRepeatEqual ? Repeats::counted_while_equal : Repeats::counted_while_different;
    default:
      return Repeats::no;
  }
}

Repeats StepCounter::repeats_at(const Tracee& tracee, std::uint64_t address) {
  const auto [found, added] = known_.try_emplace(address, Repeats::no);
  if (!added) return found->second;
  std::array<unsigned char, 4> bytes{};
  std::size_t size = 0;
  while (size < bytes.size() && tracee.read(address + size, &bytes[size], 1)) ++size;  // the page may end
  found->second = repeats(bytes.data(), size);
  return found->second;
}

void StepCounter::begin(const Tracee& tracee, std::uint64_t address) {
  address_ = address;
  repeats_ = repeats_at(tracee, address);
  rounds_ = repeats_ == Repeats::no ? 0 : tracee.counter();
}

void StepCounter::end(const Tracee& tracee, std::uint64_t next) {
  add(address_);
  // A repeated instruction is a step for each round, and stays where it is until the last.
  if (rounds_ != 0 && next != address_ && counts_an_empty_round(repeats_, tracee.flags())) add(address_);
}

}  // namespace quern
