// SPDX-License-Identifier: Apache-2.0
#include "harness/process/descriptor.hpp"

#include <unistd.h>

#include <utility>

namespace quern {

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

}  // namespace quern
