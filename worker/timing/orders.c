/* SPDX-License-Identifier: Apache-2.0 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_setaffinity */
#endif
#include "worker/timing/orders.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker/protocol/keys.h"

/* Threads that the case starts stay there too. A sandbox that refuses shows in the cores that blocks name. */
static void move_to_cores(const char* list) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  char* end = NULL;
  for (long core = strtol(list, &end, 10); end != list; core = strtol(list, &end, 10)) {
    if (core >= 0 && core < CPU_SETSIZE) CPU_SET((size_t)core, &cores);
    list = end;
  }
  if (CPU_COUNT(&cores) > 0) sched_setaffinity(0, sizeof cores, &cores);
}

static void read_line(const char* key, const char* value, struct quern_orders* orders) {
  if (strcmp(key, QUERN_TIMING_DEVICE) == 0) snprintf(orders->device, sizeof orders->device, "%s", value);
  if (strcmp(key, QUERN_TIMING_ROUND) == 0) orders->round_us = atol(value);
  if (strcmp(key, QUERN_TIMING_ITERATIONS) == 0) orders->iterations = atol(value);
  if (strcmp(key, QUERN_TIMING_WINDOWS) == 0) orders->windows = atol(value);
  if (strcmp(key, QUERN_TIMING_CORES) == 0) move_to_cores(value);
}

int quern_read_orders(const char* path, struct quern_orders* orders) {
  char key[32], value[4096];
  memset(orders, 0, sizeof *orders);
  FILE* const file = fopen(path, "re");
  if (file == NULL) return -1;
  while (fscanf(file, "%31s %4095[^\n]", key, value) == 2) read_line(key, value, orders);
  fclose(file);
  return orders->device[0] != '\0' && orders->round_us > 0 && (orders->iterations == 0) == (orders->windows == 0) ? 0
                                                                                                                  : -1;
}
