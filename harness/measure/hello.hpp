// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "harness/stepper/settings.hpp"

namespace quern {

/// What a server says about itself once it has loaded everything.
struct Hello {
  int protocol = 0;  // that it speaks; 0 if it does not say
  std::string torch_version;
  std::string git;
  std::string python;
  std::string config;
  std::string cpu;  // as Valgrind shows it to its guest
  std::vector<std::string> libraries;
  std::vector<std::string> unpinned;  // addresses, core, heap: what could not be pinned
  std::vector<std::string> left_out;  // of its warm-up: backward
  std::uint64_t stack = 0;            // where it begins; 0 if that is not known
  CpuidAnswers cpuid;
};

/// Reads the lines that a server wrote (worker/protocol/keys.h).
Hello parse_hello(const std::string& text);

/// Throws Error(environment) for a server that speaks another protocol than this program: what it answers would be
/// misread.
void require_own_protocol(const Hello& hello);

}  // namespace quern
