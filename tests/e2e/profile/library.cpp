// SPDX-License-Identifier: Apache-2.0
#include "library.hpp"

#include <vector>

#include "inlined.hpp"

namespace {

template <class T>
[[gnu::noinline]] T sum_of(const std::vector<T>& values, T start) {
  for (const T& value : values) start += value;
  return start;
}

}  // namespace

extern "C" [[gnu::noinline]] int library_dot(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i] * i;
  return sum;
}

int library_entry(int count) {
  const std::vector<int> values(static_cast<std::size_t>(count), 3);
  return sum_of(values, 1) + library_dot(values.data(), count) + inlined_loop(count);
}
