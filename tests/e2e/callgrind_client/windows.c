/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of known contents, each dumped under the name that the runner looks for. The compiler must not write a
   window's code in several copies, which need not be equal: so each is a function, and its arguments are not known. */
#include "callgrind_client/client.h"
#include "nops.h"

#define WINDOW(k)                                                                      \
  __attribute__((noinline)) static void straight_##k(const char* name) {               \
    quern_zero_stats();                                                                \
    NOPS(k);                                                                           \
    quern_dump_stats(name);                                                            \
  }                                                                                    \
  __attribute__((noinline)) static void loop_##k(const char* name, const long turns) { \
    quern_zero_stats();                                                                \
    for (long turn = 0; turn < turns; turn++) NOPS(k);                                 \
    quern_dump_stats(name);                                                            \
  }                                                                                    \
  static void windows_##k(void) {                                                      \
    straight_##k("straight " #k);                                                      \
    straight_##k("straight " #k);                                                      \
    loop_##k("loop " #k " 10", unknown_turns[0]);                                      \
    loop_##k("loop " #k " 110", unknown_turns[1]);                                     \
  }

static volatile long unknown_turns[] = {10, 110};

WINDOW(0)
WINDOW(1)
WINDOW(7)
WINDOW(1000)

int main(void) {
  quern_start_instrumentation();
  windows_0();
  windows_1();
  windows_7();
  windows_1000();
  return 0;
}
