/* SPDX-License-Identifier: Apache-2.0 */
/* Started with --instr-atstart=no: only the 1000 in the middle may be counted. */
#include "callgrind_client/client.h"
#include "nops.h"

int main(void) {
  NOPS(20000);
  quern_start_instrumentation();
  NOPS(1000);
  quern_stop_instrumentation();
  NOPS(20000);
  quern_dump_stats("start_stop");
  return 0;
}
