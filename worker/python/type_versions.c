/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/python/type_versions.h"

#include <string.h>

/* The interpreter gives versions out in order, beginning at 1. Ours begin where it never gets to: two types of the same
   version would be taken for one. */
static const uint32_t kFirst = 0x40000000;
enum { kBits = 24, kSlotBits = 4 };

/* One to one in 24 bits: types that differ in their number have different versions. */
static uint32_t arranged(uint32_t number, uint32_t arrangement) {
  const uint32_t mask = (1U << kBits) - 1;
  uint32_t x = (number + arrangement * 0x5bd1e9U) & mask;
  x = x * 0x9e3779U & mask;
  x ^= x >> 13U;
  x = x * 0x85ebcbU & mask;
  return x ^ x >> 11U;
}

static int has_version(const struct quern_types* types, const char* type) {
  uint64_t flags;
  uint32_t version;
  memcpy(&flags, type + types->flags, sizeof flags);
  memcpy(&version, type + types->version, sizeof version);
  return version != 0 && (types->valid == 0 || (flags & types->valid) != 0);
}

void quern_give_versions(void* argument, int arrangement) {
  const struct quern_types* const types = argument;
  for (size_t i = 0; i < types->count + types->further_count; ++i) {
    char* const type = i < types->count ? types->types[i] : types->further[i - types->count];
    if (!has_version(types, type)) continue;
    const uint32_t version = kFirst + (arranged((uint32_t)i, (uint32_t)arrangement) << kSlotBits);
    memcpy(type + types->version, &version, sizeof version);
  }
}
