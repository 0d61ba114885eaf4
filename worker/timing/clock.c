/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/timing/clock.h"

#include <stddef.h>
#include <string.h>

static const struct quern_clock* const kClocks[] = {&quern_cpu_clock};

const struct quern_clock* quern_find_clock(const char* device) {
  const size_t length = strcspn(device, ":");
  for (size_t i = 0; i < sizeof kClocks / sizeof *kClocks; ++i)
    if (strlen(kClocks[i]->device) == length && strncmp(kClocks[i]->device, device, length) == 0) return kClocks[i];
  return NULL;
}
