// SPDX-License-Identifier: Apache-2.0
// The allocator of the workers. Its one aim: the instructions of malloc and free depend on the size asked for and on
// nothing else, neither on the heap's history nor on addresses. So:
//   - every block has a header and a payload of its own cache lines, all payloads are 64-byte aligned;
//   - free pushes to a list of the block's size class, malloc pops from it: last in, first out, no merging, no sorting;
//   - nothing is ever given back to the system, and no block is shared between classes.
// docs/determinism.md has the figures that led here. Built at run time into the cache, loaded by LD_PRELOAD.
#define _GNU_SOURCE
#include "worker/allocator/pinned_malloc.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  kLine = 64,
  kSmallClasses = 33,                 // payloads of 1 to 32 lines, one class each
  kClasses = kSmallClasses + 4 * 40,  // then four classes for each doubling
  kChunk = 64 << 20  // reserved at once, so that a refill almost never asks the system; touched only when used
};

struct header {
  void* block;  // what malloc's list holds; differs from this header for large alignments
  struct header* next;
  size_t class_index;
  size_t payload;
  char fill[kLine - 4 * sizeof(size_t)];
};

struct heap {
  struct header* free[kClasses];
  char* bump;
  char* end;
  struct quern_allocations allocations;
  struct heap* next_heap;  // all heaps, for the totals
  struct heap* next_idle;  // heaps of threads that ended
};

static __thread struct heap* my_heap __attribute__((tls_model("initial-exec")));
static pthread_mutex_t heaps_lock = PTHREAD_MUTEX_INITIALIZER;
static struct heap* all_heaps;
static struct heap* idle_heaps;
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void give_back_heap(void* heap) {
  pthread_mutex_lock(&heaps_lock);
  ((struct heap*)heap)->next_idle = idle_heaps;
  idle_heaps = heap;
  pthread_mutex_unlock(&heaps_lock);
  my_heap = NULL;
}

static void make_key(void) { pthread_key_create(&at_thread_end, give_back_heap); }

static void* map_memory(size_t size) {
  void* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static struct heap* take_heap(void) {
  pthread_mutex_lock(&heaps_lock);
  struct heap* heap = idle_heaps;
  if (heap != NULL) {
    idle_heaps = heap->next_idle;
  } else if ((heap = map_memory(sizeof *heap)) != NULL) {
    heap->next_heap = all_heaps;
    all_heaps = heap;
  }
  pthread_mutex_unlock(&heaps_lock);
  my_heap = heap;
  if (heap != NULL) {
    pthread_once(&once, make_key);
    pthread_setspecific(at_thread_end, heap);
  }
  return heap;
}

// Sizes up to 2 kB: one class a line. Above: the top three bits of the number of lines.
static size_t class_of(size_t lines) {
  if (lines < kSmallClasses) return lines;
  const size_t rounded = lines - 1;
  const unsigned top = 63U - (unsigned)__builtin_clzl(rounded);
  return kSmallClasses + 4 * (size_t)(top - 5) + ((rounded >> (top - 2)) & 3U);
}

// The number of lines that every block of a class has.
static size_t lines_of(size_t class_index) {
  if (class_index < kSmallClasses) return class_index;
  const size_t step = class_index - kSmallClasses;
  return (5 + step % 4) << (step / 4 + 3);
}

static __attribute__((noinline)) struct header* refill(struct heap* heap, size_t class_index) {
  const size_t payload = lines_of(class_index) * kLine;
  const size_t size = payload + sizeof(struct header);
  if ((size_t)(heap->end - heap->bump) < size) {
    const size_t chunk = size > kChunk / 8 ? size : kChunk;
    char* memory = map_memory(chunk);
    if (memory == NULL) return NULL;
    if (chunk != kChunk) {  // a block of its own; the current chunk stays in use
      struct header* large = (struct header*)memory;
      *large = (struct header){.block = large, .class_index = class_index, .payload = payload};
      return large;
    }
    heap->bump = memory;
    heap->end = memory + chunk;
  }
  struct header* fresh = (struct header*)heap->bump;
  heap->bump += size;
  *fresh = (struct header){.block = fresh, .class_index = class_index, .payload = payload};
  return fresh;
}

static void* allocate(size_t size) {
  if (__builtin_expect(size > (size_t)1 << 44, 0)) {
    errno = ENOMEM;
    return NULL;
  }
  struct heap* heap = my_heap;
  if (__builtin_expect(heap == NULL, 0)) heap = take_heap();
  if (__builtin_expect(heap == NULL, 0)) return NULL;
  const size_t class_index = class_of((size + kLine - 1 + (size == 0)) / kLine);
  struct header* block = heap->free[class_index];
  if (__builtin_expect(block != NULL, 1)) {
    heap->free[class_index] = block->next;
  } else if ((block = refill(heap, class_index)) == NULL) {
    errno = ENOMEM;
    return NULL;
  }
  heap->allocations.count += 1;
  heap->allocations.bytes += size;
  return block + 1;
}

static struct header* header_of(void* payload) { return (struct header*)payload - 1; }

void* malloc(size_t size) { return allocate(size); }

void free(void* payload) {
  if (payload == NULL) return;
  struct header* block = header_of(payload)->block;
  struct heap* heap = my_heap;
  if (__builtin_expect(heap == NULL, 0)) heap = take_heap();
  if (__builtin_expect(heap == NULL, 0)) return;
  block->next = heap->free[block->class_index];
  heap->free[block->class_index] = block;
}

void* calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  void* payload = allocate(total);
  return payload == NULL ? NULL : memset(payload, 0, total);
}

void* realloc(void* payload, size_t size) {
  if (payload == NULL) return allocate(size);
  const size_t capacity = header_of(payload)->payload;
  if (size <= capacity && size * 4 >= capacity) return payload;
  void* moved = allocate(size);
  if (moved == NULL) return NULL;
  memcpy(moved, payload, size < capacity ? size : capacity);
  free(payload);
  return moved;
}

void* memalign(size_t alignment, size_t size) {
  if (alignment <= kLine) return allocate(size);
  char* payload = allocate(size + alignment);
  if (payload == NULL) return NULL;
  char* aligned = (char*)(((size_t)payload + alignment - 1) & ~(alignment - 1));
  if (aligned == payload) return payload;
  const struct header* block = header_of(payload);
  *header_of(aligned) = (struct header){.block = (void*)block, .payload = block->payload - (size_t)(aligned - payload)};
  return aligned;
}

int posix_memalign(void** result, size_t alignment, size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* payload = memalign(alignment, size);
  if (payload == NULL) return ENOMEM;
  *result = payload;
  return 0;
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
void* valloc(size_t size) { return memalign(4096, size); }
void* pvalloc(size_t size) { return memalign(4096, (size + 4095) & ~(size_t)4095); }
size_t malloc_usable_size(void* payload) { return payload == NULL ? 0 : header_of(payload)->payload; }

struct quern_allocations quern_count_allocations(void) {
  struct quern_allocations total = {0, 0};
  pthread_mutex_lock(&heaps_lock);
  for (const struct heap* heap = all_heaps; heap != NULL; heap = heap->next_heap) {
    total.count += heap->allocations.count;
    total.bytes += heap->allocations.bytes;
  }
  pthread_mutex_unlock(&heaps_lock);
  return total;
}
