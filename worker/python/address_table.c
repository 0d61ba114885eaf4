/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/python/address_table.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What libstdc++ has had in memory since GCC 5. Entries are one list; a bucket points to the entry before its first. */
struct Entry {
  struct Entry* next;
  size_t key;
};

struct Table {
  struct Entry** buckets;
  size_t bucket_count;
  struct Entry* first; /* this member is itself the entry before the first */
  size_t count;
  float most_per_bucket;
  size_t next_growth;
  struct Entry* single_bucket;
};

enum { kMostEntries = 100000, kMostBuckets = 10000000 };

static struct Entry* before_first(struct Table* table) { return (struct Entry*)&table->first; }

/* A table whose entries keep their hash, or whose hash is not the address, does not pass: its entries would not be
   where their addresses say. */
static int is_by_address(struct Table* table) {
  if (table->count == 0 || table->count > kMostEntries || table->bucket_count < table->count) return 0;
  if (table->bucket_count > kMostBuckets || table->most_per_bucket != 1.0F || table->first == NULL) return 0;
  const struct Entry* before = before_first(table);
  size_t last = table->bucket_count;
  size_t seen = 0;
  for (const struct Entry* entry = table->first; entry != NULL; before = entry, entry = entry->next) {
    const size_t bucket = entry->key % table->bucket_count;
    if (++seen > table->count || (bucket != last && table->buckets[bucket] != before)) return 0;
    last = bucket;
  }
  return seen == table->count;
}

static int is_collision_free(const struct Table* table, struct Entry** buckets, size_t bucket_count) {
  for (struct Entry* entry = table->first; entry != NULL; entry = entry->next) {
    if (buckets[entry->key % bucket_count] != NULL) return 0;
    buckets[entry->key % bucket_count] = entry;
  }
  return 1;
}

static void use_buckets(struct Table* table, struct Entry** buckets, size_t bucket_count) {
  struct Entry* before = before_first(table);
  for (struct Entry* entry = table->first; entry != NULL; before = entry, entry = entry->next)
    buckets[entry->key % bucket_count] = before;
  if (table->buckets != &table->single_bucket) free(table->buckets);
  table->buckets = buckets;
  table->bucket_count = bucket_count;
  table->next_growth = bucket_count;
}

int quern_spread_table(void* memory) {
  /* Primes. Of a thousand entries two collide in half of them. */
  static const size_t kCounts[] = {1000003, 1000033, 1000037, 1000039, 1000081, 1000099, 1000117, 1000121,
                                   1000133, 1000151, 1000159, 1000171, 1000183, 1000187, 1000193, 1000199};
  struct Table* const table = memory;
  if (!is_by_address(table)) return 0;
  const size_t most = kCounts[sizeof kCounts / sizeof *kCounts - 1];
  struct Entry** const buckets = calloc(most, sizeof *buckets);
  for (size_t i = 0; buckets != NULL && i < sizeof kCounts / sizeof *kCounts; ++i) {
    if (is_collision_free(table, buckets, kCounts[i])) {
      use_buckets(table, buckets, kCounts[i]);
      return 1;
    }
    memset(buckets, 0, most * sizeof *buckets);
  }
  free(buckets);
  return 0;
}
