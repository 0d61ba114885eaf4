// SPDX-License-Identifier: Apache-2.0
// memcmp of the workers. The C library's takes another path if an operand lies near the end of a page: 6 instructions
// more, or less, when a stack frame grows or a string moves. Here the instructions follow from the length and the
// contents. Loaded with the allocator.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define QUERN_WORD(type)                            \
  static type load_##type(const unsigned char* p) { \
    type value;                                     \
    __builtin_memcpy(&value, p, sizeof value);      \
    return value;                                   \
  }
QUERN_WORD(uint64_t)
QUERN_WORD(uint32_t)

static int order(uint64_t a, uint64_t b) {
  a = __builtin_bswap64(a);
  b = __builtin_bswap64(b);
  return a < b ? -1 : a > b;
}

static int compare_short(const unsigned char* a, const unsigned char* b, size_t size) {
  if (size >= 4) {
    const uint64_t first = (uint64_t)load_uint32_t(a) | (uint64_t)load_uint32_t(a + size - 4) << 32U;
    const uint64_t second = (uint64_t)load_uint32_t(b) | (uint64_t)load_uint32_t(b + size - 4) << 32U;
    return order(first, second);
  }
  for (size_t i = 0; i < size; ++i)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

int memcmp(const void* first, const void* second, size_t size) {
  const unsigned char* const a = first;
  const unsigned char* const b = second;
  if (size < sizeof(uint64_t)) return compare_short(a, b, size);
  const size_t last = size - sizeof(uint64_t);
  for (size_t i = 0; i < last; i += sizeof(uint64_t)) {
    const uint64_t x = load_uint64_t(a + i);
    const uint64_t y = load_uint64_t(b + i);
    if (x != y) return order(x, y);
  }
  return order(load_uint64_t(a + last), load_uint64_t(b + last));
}

int bcmp(const void* first, const void* second, size_t size) { return memcmp(first, second, size); }
