// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace quern {
namespace {

rlimit present_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit;
}

const rlimit kAtStart = present_limit();

}  // namespace

void allow_many_descriptors() {
  const rlimit most = {kAtStart.rlim_max, kAtStart.rlim_max};
  setrlimit(RLIMIT_NOFILE, &most);
}

void restore_descriptor_limit() { setrlimit(RLIMIT_NOFILE, &kAtStart); }

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

}  // namespace quern
