// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// A wheel of an index, and what its file name says of it.
struct Wheel {
  std::string file;
  std::string address;
  std::string sha256;
  bool yanked = false;
  std::string version;   // 2.6.0, 2.6.0+cpu
  std::string python;    // cp311
  std::string abi;       // cp311, cp37m; cp313t is for Pythons without a lock
  std::string platform;  // manylinux1_x86_64, or several with dots between
};

/// What a wheel must be made for.
struct Machine {
  std::string architecture;  // x86_64
  std::string glibc;         // 2.36
};

Machine this_machine();

/// `torch-2.6.0-cp311-cp311-manylinux1_x86_64.whl`; nothing if it is no such name.
std::optional<Wheel> read_wheel_name(std::string_view file);

/// Whether a wheel's libraries can be loaded: they are for Linux, this processor and no newer glibc.
bool runs_on(const Wheel& wheel, const Machine& machine);

/// Whether this Python (`3.11.7`) can import it.
bool fits_python(const Wheel& wheel, std::string_view python_version);

/// The wheel of a release whose C++ part is taken, whatever Pythons there are; null if there is none.
const Wheel* wheel_for_cpp(std::span<const Wheel> wheels, std::string_view version);

}  // namespace quern
