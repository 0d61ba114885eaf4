// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/differences.hpp"
#include "harness/model/run.hpp"

namespace quern {

/// `torch 2.0.0, Python 3.11.2`, fit to print.
std::string torch_text(const Fingerprint& environment);

/// The same with the environment's name, if it has one.
std::string environment_text(const Fingerprint& environment);

/// What is known of the libraries of both sides, `A and B`, if they are not plainly different; else nothing.
std::string libraries_text(SameLibraries same, std::string_view both);

/// What people want to see of the differences of two environments, and how many there are besides.
struct ShownDifferences {
  std::vector<const Difference*> shown;
  std::size_t others = 0;  // libraries that are not LibTorch's
};

ShownDifferences shown_differences(const std::vector<Difference>& differences);

/// `and 3 libraries that are not LibTorch's …`
std::string others_text(std::size_t others);

}  // namespace quern
