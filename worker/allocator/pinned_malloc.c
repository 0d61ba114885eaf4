// SPDX-License-Identifier: Apache-2.0
// The allocator of the workers. Its one aim: what malloc and free cost, and which addresses they give, depends on the
// sizes asked for since the case began and on nothing else. So:
//   - blocks of a size class lie in slabs; malloc takes the free one with the lowest address, found in a bitmap of two
//     levels in a fixed number of instructions. An iteration that frees what it allocates gets the same addresses the
//     next time;
//   - every payload has cache lines of its own, and glibc's string functions, which take another path near the end of a
//     page, do not show where it lies: it is aligned to two lines, so that bit 6 of its address is 0 (memcmp looks at
//     both operands' addresses, or-ed), and a small one ends well before the end of its page;
//   - the server's heap stands at a fixed place, however large the libraries are that were loaded before it;
//   - a case starts with a fresh heap at a fixed place, whatever the server did before it forked;
//   - nothing is given back to the system.
// docs/determinism.md has the figures that led here. Built at run time into the cache, loaded by LD_PRELOAD.
#define _GNU_SOURCE
#include "worker/allocator/pinned_malloc.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  kLine = 64,
  kWords = 64,
  kSmallClasses = 33,                 // payloads of 1 to 32 lines, one class each
  kClasses = kSmallClasses + 4 * 40,  // then four classes for each doubling
  kMetadata = 1 << 20,
  kPage = 4096,
  kPageRest = 128,  // of each page, unused by small blocks
  kMostCleared = 1 << 20,
  kFewestToRetire = 512  // blocks of a slab: of larger ones few are in use at a time
};

static const size_t kArena = (size_t)64 << 30;            // address space, not memory: pages come when they are touched
static char* const kServerArena = (char*)0x500000000000;  // of the thread that allocates first
static char* const kFreshArena = (char*)0x600000000000;

struct slab {
  uint64_t summary;  // which words have a free block
  uint64_t words[kWords];
  char* blocks;
  size_t block_size;  // header and payload
  size_t group;       // so many blocks lie side by side, then the next page begins
  size_t per_group;   // 2^32 / group, rounded up: a compiler's division takes a shortcut for small numbers
  size_t group_size;
  struct slab* next;  // of the same class, in the order of their making
  struct heap* heap;  // whose thread takes blocks from here
  size_t class_index;
  size_t order;  // among the slabs of its class
};

struct header {
  struct slab* slab;
  size_t number;         // of the block in its slab
  struct header* block;  // itself, or for a large alignment the header at the begin of the block
  size_t payload;
  char fill[kLine - 4 * sizeof(size_t)];
};

struct heap {
  struct slab* slabs[kClasses];    // the first of each class
  struct slab* current[kClasses];  // the one that malloc looks at first
  int clears;                      // what it hands out: then `current` is never where a block can be taken from
  struct slab* found[kClasses];    // where it did so last
  char* arena;
  char* arena_end;
  char* metadata;
  char* metadata_end;
  struct quern_allocations allocations;
  struct heap* next_heap;  // all heaps, for the totals
  struct heap* next_idle;  // heaps of threads that ended
};

static __thread struct heap* my_heap __attribute__((tls_model("initial-exec")));
static pthread_mutex_t heaps_lock = PTHREAD_MUTEX_INITIALIZER;
static struct heap* all_heaps;
static struct heap* idle_heaps;
static struct slab full_slab;
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct {
  size_t shift;  // bytes that both fixed places lie further
  size_t skip;   // blocks of each slab that are never handed out in the server's heap
} layout;

// A number in QUERN_LAYOUT asks for another layout than the usual one: everything lies elsewhere, as if other files had
// been read and other libraries been loaded before. Not by getenv: this runs before the C library is ready.
static void read_layout(void) {
  static const char kName[] = "QUERN_LAYOUT=";
  size_t number = 0;
  for (char** variable = environ; variable != NULL && *variable != NULL; ++variable) {
    if (strncmp(*variable, kName, sizeof kName - 1) != 0) continue;
    for (const char* digit = *variable + sizeof kName - 1; *digit >= '0' && *digit <= '9'; ++digit)
      number = number * 10 + (size_t)(*digit - '0');
  }
  layout.shift = number * 4099 % 65536 * kPage;
  layout.skip = number * 7 % 61;
}

static void give_back_heap(void* heap) {
  pthread_mutex_lock(&heaps_lock);
  ((struct heap*)heap)->next_idle = idle_heaps;
  idle_heaps = heap;
  pthread_mutex_unlock(&heaps_lock);
  my_heap = NULL;
}

static void make_key(void) { pthread_key_create(&at_thread_end, give_back_heap); }

static void* map_memory(void* place, size_t size) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* memory = MAP_FAILED;
  if (place != NULL) memory = mmap(place, size, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, -1, 0);
  if (memory == MAP_FAILED) memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

// Called with the lock held.
static struct heap* new_heap(void* place) {
  struct heap* heap = map_memory(NULL, sizeof *heap);
  if (heap == NULL) return NULL;
  heap->arena = place == NULL ? NULL : map_memory(place, kArena);
  heap->arena_end = heap->arena == NULL ? NULL : heap->arena + kArena;
  heap->next_heap = all_heaps;
  all_heaps = heap;
  return heap;
}

static struct heap* use_heap(struct heap* heap) {
  my_heap = heap;
  if (heap == NULL) return NULL;
  pthread_once(&once, make_key);
  pthread_setspecific(at_thread_end, heap);
  return heap;
}

// The server's heap hands out zeros, so that no block holds an address that nobody wrote there: whoever looks for
// references (worker/python/names.c) finds no false ones. Not where a case is measured, whose path must not be longer
// for it: all of it is done where malloc finds no block at its first look. What is larger than kMostCleared holds
// numbers.
static void clear_all(struct heap* heap) {
  heap->clears = 1;
  for (size_t i = 0; i < kClasses; ++i) heap->current[i] = &full_slab;
}

static __attribute__((noinline)) struct heap* take_heap(void) {
  pthread_mutex_lock(&heaps_lock);
  const int first = all_heaps == NULL;
  if (first) read_layout();
  struct heap* heap = idle_heaps;
  if (heap != NULL) idle_heaps = heap->next_idle;
  if (heap == NULL) heap = new_heap(first ? kServerArena + layout.shift : NULL);
  if (heap != NULL && first) clear_all(heap);
  pthread_mutex_unlock(&heaps_lock);
  return use_heap(heap);
}

void quern_fresh_heap(void) {
  pthread_mutex_lock(&heaps_lock);
  struct heap* heap = new_heap(kFreshArena + layout.shift);
  pthread_mutex_unlock(&heaps_lock);
  if (heap != NULL) use_heap(heap);
}

int quern_fresh_heap_fits(void) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void* const memory = mmap(kFreshArena, kArena, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory != MAP_FAILED) munmap(memory, kArena);
  return memory == kFreshArena;  // kernels before 4.17 take the flag for a wish
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

// Takes address space from what a heap has, or maps more. What does not fit is mapped alone: the rest stays in use.
static void* take(char** begin, char** end, size_t size, size_t chunk) {
  if ((size_t)(*end - *begin) < size) {
    if (size > chunk / 4) return map_memory(NULL, size);
    char* memory = map_memory(NULL, chunk);
    if (memory == NULL) return NULL;
    *begin = memory;
    *end = memory + chunk;
  }
  void* taken = *begin;
  *begin += size;
  return taken;
}

// Many small blocks, few large ones: a slab is address space for at most some gigabytes.
static unsigned blocks_in_slab(size_t block_size) {
  if (block_size <= 4096) return 64 * kWords;
  if (block_size <= 65536) return 512;
  return block_size <= (size_t)4 << 20 ? 64 : 4;
}

static void link_slab(struct heap* heap, size_t class_index, struct slab* slab) {
  struct slab** end = &heap->slabs[class_index];
  for (; *end != NULL; end = &(*end)->next) slab->order += 1;
  slab->heap = heap;
  slab->class_index = class_index;
  *end = slab;
}

static struct slab* make_slab(struct heap* heap, size_t class_index) {
  struct slab* slab = take(&heap->metadata, &heap->metadata_end, sizeof *slab, kMetadata);
  if (slab == NULL) return NULL;
  const size_t wanted = lines_of(class_index) * kLine + sizeof(struct header);
  slab->block_size = (wanted + 2 * kLine - 1) / (2 * kLine) * (2 * kLine);
  const unsigned blocks = blocks_in_slab(slab->block_size);
  const int small = slab->block_size <= kPage - kPageRest;
  slab->group = small ? (kPage - kPageRest) / slab->block_size : 1;
  slab->per_group = (((size_t)1 << 32) + slab->group - 1) / slab->group;
  slab->group_size = small ? kPage : slab->block_size;
  const size_t size = (blocks / slab->group + 1) * slab->group_size + kLine;
  slab->blocks = take(&heap->arena, &heap->arena_end, (size + kPage - 1) / kPage * kPage, (size_t)256 << 20);
  if (slab->blocks == NULL) return NULL;
  slab->blocks += kLine;  // of header and payload, the payload is aligned to two lines
  for (unsigned i = 0; i < blocks; i += 64) {
    slab->words[i / 64] = blocks - i >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << (blocks - i)) - 1;
    slab->summary |= (uint64_t)1 << (i / 64);
  }
  if (heap->next_heap == NULL && blocks > 64) slab->words[0] &= ~(uint64_t)0 << layout.skip;
  link_slab(heap, class_index, slab);
  return slab;
}

static int has_free_block(const struct slab* slab) { return __atomic_load_n(&slab->summary, __ATOMIC_ACQUIRE) != 0; }

static struct slab* find_slab_to_clear(struct heap* heap, size_t class_index) {
  struct slab* slab = heap->found[class_index];
  while (slab != NULL && !has_free_block(slab)) slab = slab->next;
  if (slab == NULL) slab = heap->slabs[class_index];
  while (slab != NULL && !has_free_block(slab)) slab = slab->next;
  if (slab == NULL) slab = make_slab(heap, class_index);
  heap->found[class_index] = slab;
  return slab;
}

static __attribute__((noinline)) struct slab* find_slab(struct heap* heap, size_t class_index) {
  if (heap->clears) return find_slab_to_clear(heap, class_index);
  struct slab* slab = heap->slabs[class_index];
  while (slab != NULL && !has_free_block(slab)) slab = slab->next;
  if (slab == NULL) slab = make_slab(heap, class_index);
  heap->current[class_index] = slab;
  return slab;
}

static int is_half_full(const struct slab* slab) {
  const unsigned blocks = blocks_in_slab(slab->block_size);
  unsigned free_blocks = 0;
  for (unsigned i = 0; i < kWords; ++i) free_blocks += (unsigned)__builtin_popcountl(slab->words[i]);
  return blocks >= kFewestToRetire && free_blocks < blocks / 2;
}

// Blocks that are given back to a retired slab are not handed out again: its order is behind that of all others.
static void retire_slabs(struct heap* heap, size_t class_index) {
  struct slab* const retired = heap->slabs[class_index];
  heap->slabs[class_index] = NULL;
  struct slab* const fresh = make_slab(heap, class_index);
  if (fresh == NULL) {
    heap->slabs[class_index] = retired;
    return;
  }
  for (struct slab* slab = retired; slab != NULL; slab = slab->next) slab->order = SIZE_MAX;
  heap->current[class_index] = fresh;
}

// A malloc that finds its slab full looks for another one, which costs more, and how often that happens in an iteration
// follows from which blocks the others hold. With half a slab of free blocks an iteration never gets there.
void quern_make_room(void) {
  struct heap* const heap = my_heap;
  if (heap == NULL || heap->clears) return;
  for (size_t i = 0; i < kClasses; ++i)
    if (heap->slabs[i] != NULL && is_half_full(heap->current[i])) retire_slabs(heap, i);
}

// Takes a word out of the summary if it was left empty. Without a branch: how full a word is must not show in counts.
static void update_summary(struct slab* slab, unsigned word, uint64_t left) {
  __atomic_fetch_and(&slab->summary, ~((uint64_t)(left == 0) << word), __ATOMIC_ACQ_REL);
  const uint64_t now = __atomic_load_n(&slab->words[word], __ATOMIC_ACQUIRE);  // somebody may have given a block back
  __atomic_fetch_or(&slab->summary, (uint64_t)(now != 0) << word, __ATOMIC_ACQ_REL);
}

// The lowest free block, or NULL. Only the heap's own thread takes blocks; any thread gives them back.
static inline __attribute__((always_inline)) struct header* take_block(struct slab* slab) {
  uint64_t summary;
  while ((summary = __atomic_load_n(&slab->summary, __ATOMIC_ACQUIRE)) != 0) {
    const unsigned word = (unsigned)__builtin_ctzl(summary);
    const uint64_t free_blocks = __atomic_load_n(&slab->words[word], __ATOMIC_ACQUIRE);
    if (free_blocks == 0) {  // another thread's free set the summary after we had taken what it gave back
      update_summary(slab, word, 0);
      continue;
    }
    const unsigned bit = (unsigned)__builtin_ctzl(free_blocks);
    const uint64_t left = __atomic_and_fetch(&slab->words[word], ~((uint64_t)1 << bit), __ATOMIC_ACQ_REL);
    update_summary(slab, word, left);
    const size_t number = (size_t)word * 64 + bit;
    const size_t group = number * slab->per_group >> 32;  // exact: there are at most 4,096 blocks
    struct header* header =
        (struct header*)(slab->blocks + group * slab->group_size + (number - group * slab->group) * slab->block_size);
    header->slab = slab;
    header->number = number;
    header->block = header;
    header->payload = slab->block_size - sizeof(struct header);
    return header;
  }
  return NULL;
}

// Again and again: a slab that looked free may have been so for a moment only, between another thread's two writes.
static __attribute__((noinline)) struct header* take_block_elsewhere(struct heap* heap, size_t class_index,
                                                                     size_t size) {
  for (;;) {
    struct slab* const slab = find_slab(heap, class_index);
    if (slab == NULL) return NULL;
    struct header* const block = take_block(slab);
    if (block == NULL) continue;
    if (heap->clears && size <= kMostCleared) memset(block + 1, 0, size);
    return block;
  }
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
  struct slab* slab = heap->current[class_index];
  struct header* block = slab == NULL ? NULL : take_block(slab);
  if (__builtin_expect(block == NULL, 0)) block = take_block_elsewhere(heap, class_index, size);
  if (__builtin_expect(block == NULL, 0)) {
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
  const struct header* block = header_of(payload)->block;
  struct slab* slab = block->slab;
  const size_t word = block->number / 64;
  __atomic_fetch_or(&slab->words[word], (uint64_t)1 << (block->number % 64), __ATOMIC_ACQ_REL);
  __atomic_fetch_or(&slab->summary, (uint64_t)1 << word, __ATOMIC_ACQ_REL);
  // The lowest address first, also among slabs: the next malloc must look here, not where the last one found something.
  struct heap* heap = my_heap;
  if (slab->heap == heap && slab->order < heap->current[slab->class_index]->order)
    heap->current[slab->class_index] = slab;
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
  char* payload = size > SIZE_MAX - alignment ? allocate(SIZE_MAX) : allocate(size + alignment);
  if (payload == NULL) return NULL;
  char* aligned = (char*)(((size_t)payload + alignment - 1) & ~(alignment - 1));
  if (aligned == payload) return payload;
  const struct header* block = header_of(payload);
  *header_of(aligned) =
      (struct header){.block = (struct header*)block, .payload = block->payload - (size_t)(aligned - payload)};
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
void* pvalloc(size_t size) { return memalign(4096, size > SIZE_MAX - 4095 ? size : (size + 4095) & ~(size_t)4095); }
size_t malloc_usable_size(void* payload) { return payload == NULL ? 0 : header_of(payload)->payload; }

static void visit_slab(const struct slab* slab, quern_visit_block visit, void* context) {
  const unsigned blocks = blocks_in_slab(slab->block_size);
  for (size_t number = 0; number < blocks; ++number) {
    if ((slab->words[number / 64] >> (number % 64) & 1U) != 0) continue;
    const size_t group = number / slab->group;
    struct header* const header =
        (struct header*)(slab->blocks + group * slab->group_size + number % slab->group * slab->block_size);
    if (header->slab == slab) visit(header + 1, slab->block_size - sizeof *header, context);
  }
}

void quern_visit_blocks(quern_visit_block visit, void* context) {
  for (const struct heap* heap = all_heaps; heap != NULL; heap = heap->next_heap)
    for (size_t class_index = 0; class_index < kClasses; ++class_index)
      for (const struct slab* slab = heap->slabs[class_index]; slab != NULL; slab = slab->next)
        visit_slab(slab, visit, context);
}

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
