/* SPDX-License-Identifier: Apache-2.0 */
/* Two dumps with names; the second must hold nothing of the first's window. */
#include "callgrind_client/client.h"
#include "nops.h"

int main(void) {
  quern_zero_stats();
  NOPS(20000);
  quern_dump_stats("first window");
  NOPS(1000);
  quern_dump_stats("second/2");
  return 0;
}
