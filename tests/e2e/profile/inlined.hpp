// SPDX-License-Identifier: Apache-2.0
#pragma once

// In a file of its own, so that the profile changes files inside a function.
[[gnu::always_inline]] inline int inlined_loop(int turns) {
  int sum = 0;
  for (int i = 0; i < turns; ++i) {
    sum += i ^ turns;
    asm volatile("" ::"r"(sum));
  }
  return sum;
}
