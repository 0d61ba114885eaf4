/* SPDX-License-Identifier: Apache-2.0 */
/* Started with --collect-atstart=no: only the 1000 between the toggles may be counted. */
#include "callgrind_client/client.h"
#include "nops.h"

int main(void) {
  NOPS(20000);
  quern_toggle_collect();
  NOPS(1000);
  quern_toggle_collect();
  NOPS(20000);
  quern_dump_stats("toggle");
  return 0;
}
