/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/python/type_versions.h"

#include <stdio.h>
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

/* Names stay alive while others are made, so that they lie in all places that a name can have in a slot: there are 248
   of these (see names.c). Three types, because no name can lie at the end of a page: the slots that it leaves out are
   others for another version. */
static void fill_cache(const struct quern_types* types) {
  enum { kNames = 300, kObjects = sizeof types->objects / sizeof *types->objects };
  static void* names[kNames];
  types->clear_cache();
  for (int i = 0; i < kNames; ++i) {
    char letters[16];
    snprintf(letters, sizeof letters, "quern_%d", i);
    names[i] = types->make_name(letters);
    for (int j = 0; j < kObjects && names[i] != NULL; ++j) types->has_attribute(types->objects[j], names[i]);
  }
  for (int i = 0; i < kNames; ++i)
    if (names[i] != NULL) types->drop(names[i]);
}

void quern_give_versions(void* argument, int arrangement) {
  const struct quern_types* const types = argument;
  for (size_t i = 0; i < types->count + types->further_count; ++i) {
    char* const type = i < types->count ? types->types[i] : types->further[i - types->count];
    if (!has_version(types, type)) continue;
    const uint32_t version = kFirst + (arranged((uint32_t)i, (uint32_t)arrangement) << kSlotBits);
    memcpy(type + types->version, &version, sizeof version);
  }
  fill_cache(types);
}
