// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>

#include "inlined.hpp"
#include "library.hpp"

namespace {

[[gnu::noinline]] int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int odd(int n);
[[gnu::noinline]] int even(int n) { return n == 0 ? inlined_loop(3) : odd(n - 1) + 1; }
[[gnu::noinline]] int odd(int n) { return n == 0 ? inlined_loop(5) : even(n - 1) + 2; }

struct Functor {
  [[gnu::noinline]] int operator()(int turns) const { return inlined_loop(turns) + 1; }
};

[[gnu::noinline]] int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

// The C library calls back.
[[gnu::noinline]] int callbacks() {
  int values[] = {5, 3, 8, 1, 9, 2};
  std::qsort(values, 6, sizeof(int), compare);
  std::map<int, int> counts;
  for (int i = 0; i < 50; ++i) counts[i * 7 % 13] += values[i % 6];
  return static_cast<int>(counts.size());
}

}  // namespace

// With any argument it also starts threads.
int main(int argc, char** /*argv*/) {
  int result = fibonacci(10) + even(9) + odd(4) + Functor()(7) + library_entry(50) + library_entry(51) + callbacks();
  if (argc > 1) {
    std::thread first([&] { result += fibonacci(8) + library_entry(20); });
    first.join();
    std::thread second([&] { result += even(8); });
    second.join();
  }
  std::printf("%d\n", result);
}
