/* SPDX-License-Identifier: Apache-2.0 */
/* How a case is to be timed: the file that the driver writes beside the case (worker/protocol/keys.h). */
#ifndef QUERN_TIMING_ORDERS_H
#define QUERN_TIMING_ORDERS_H

#ifdef __cplusplus
extern "C" {
#endif

struct quern_orders {
  char device[32];
  long round_us;   /* how long blocks are measured */
  long iterations; /* of each window of a block; 0: found out */
  long windows;    /* of a block */
};

/// Reads the orders, and moves the process to the cores that they name. 0, or -1 if they cannot be read.
int quern_read_orders(const char* path, struct quern_orders* orders);

#ifdef __cplusplus
}
#endif
#endif
