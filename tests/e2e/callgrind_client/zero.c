/* SPDX-License-Identifier: Apache-2.0 */
/* Counts from the start of the process on: only the 1000 after the zero may be left at the dump. */
#include "callgrind_client/client.h"
#include "nops.h"

int main(void) {
  NOPS(20000);
  quern_zero_stats();
  NOPS(1000);
  quern_dump_stats("zero");
  return 0;
}
