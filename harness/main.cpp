// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <span>

#include "harness/cli/app.hpp"

int main(int argc, char** argv) {
  return quern::run_quern({std::span(argv, static_cast<std::size_t>(argc)), std::cout, std::cerr});
}
