/* SPDX-License-Identifier: Apache-2.0 */
/* An interned string is known by its address, and nobody looks into it to find it: if every reference to it is replaced
   by one to a copy, nothing has changed but the address. References are found as a conservative collector finds them: a
   word of the heap or of a library's variables that is the address of a name is a reference, because the server's heap
   hands out zeros, so that what nobody wrote is none. One that is missed does no harm: the old string stays, it has the
   same letters and the same hash, and strings that are not the same object are compared by their letters. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "worker/python/names.h"

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "worker/allocator/pinned_malloc.h"

/* Where names go: frames of 32 kB, because the cache looks at 15 bits of an address. A frame has 8 pages of 31 cells
   (the end of a page is avoided, as in the allocator), and its names stand at one of seven places in their cells, so
   that bit 6 of the address of their letters is 0 (see pinned_malloc.c). The eighth such place is left out: there bits
   3 to 6 of the name's own address would be 0, as they are for every block of the allocator, and names that an
   iteration makes anew must not share slots of the cache with these (see type_versions.h). A name's letters say which
   cell and which of the seven places; the first frame where that cell is free takes it. */
enum {
  kCell = 128,
  kCellsOfPage = 31,
  kPage = 4096,
  kPages = 8,
  kCells = kCellsOfPage * kPages,
  kPlaces = 7,
  kStep = 8
};
enum { kFrame = kPages * kPage, kFrames = 1024, kTable = 1 << 19 };
enum { kKind = 0xfc }; /* of the state's bits: how wide letters are, that they follow the header, that they are ASCII */
static char* const kNames = (char*)0x580000000000;

struct Move {
  uintptr_t from;
  uintptr_t to;
};

static struct {
  struct quern_strings strings;
  struct Move* table; /* by `from`, open addressing */
  uintptr_t below;    /* all that are moved: a bit less and a bit more, so that neither is the address of a name */
  uintptr_t above;
  char* frames[kPlaces];
  unsigned taken[kPlaces][kCells];
  long moved;
} state;

static void* map_memory(void* place, size_t size) {
  const int fixed = place == NULL ? 0 : MAP_FIXED_NOREPLACE;
  void* memory = mmap(place, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static int is_name(const char* object, size_t size) {
  uint64_t type;
  uint64_t length;
  uint32_t bits;
  memcpy(&type, object + 8, sizeof type);
  if (type != (uintptr_t)state.strings.type) return 0;
  memcpy(&length, object + 16, sizeof length);
  memcpy(&bits, object + state.strings.state, sizeof bits);
  const int interned = (bits & 3U) != 0 && ((bits ^ state.strings.interned) & kKind) == 0;
  const size_t whole = state.strings.header + length + 1;
  return interned && length < kCell && whole <= size && whole <= kCell && object[whole - 1] == '\0';
}

/* FNV-1a. */
static uint64_t hash_of(const char* letters) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (; *letters != '\0'; ++letters) hash = (hash ^ (unsigned char)*letters) * 0x100000001b3U;
  return hash ^ hash >> 29U;
}

static struct Move* find(uintptr_t from) {
  size_t i = (from >> 4U) * 0x9e3779b97f4a7c15U >> 45U;
  while (state.table[i].from != 0 && state.table[i].from != from) i = (i + 1) % kTable;
  return &state.table[i];
}

static char* place_for(const char* letters) {
  const uint64_t hash = hash_of(letters);
  const unsigned place = (unsigned)(hash % kPlaces);
  const unsigned cell = (unsigned)(hash / kPlaces % kCells);
  const unsigned frame = state.taken[place][cell];
  if (frame == kFrames / kPlaces) return NULL;
  state.taken[place][cell] += 1;
  const size_t offset = (size_t)frame * kFrame + cell / kCellsOfPage * kPage + cell % kCellsOfPage * kCell;
  const size_t first = kCell - state.strings.header % kCell;
  const size_t shift = (size_t)place * kStep;
  const size_t left_out = (kCell - first) % kCell;
  return state.frames[place] + offset + first + (shift < left_out ? shift : shift + kStep);
}

/* Neither the copy nor the original is ever freed, by as many references as nobody can give back. */
static void keep_alive(char* object) {
  uint32_t references;
  memcpy(&references, object, sizeof references);
  if (references < 1U << 29U) references += 1U << 28U;
  memcpy(object, &references, sizeof references);
}

static void copy_name(void* payload, size_t size, void* context) {
  (void)context;
  if (size < state.strings.header || size > 4 * kCell || !is_name(payload, size)) return;
  const char* const letters = (char*)payload + state.strings.header;
  char* const copy = state.moved < kTable / 2 ? place_for(letters) : NULL;
  if (copy == NULL) return;
  keep_alive(payload);
  memcpy(copy, payload, state.strings.header + strlen(letters) + 1);
  const struct Move move = {(uintptr_t)payload, (uintptr_t)copy};
  *find(move.from) = move;
  if (move.from <= state.below) state.below = move.from - 1;
  if (move.from >= state.above) state.above = move.from + 1;
  state.moved += 1;
}

static void redirect(uintptr_t* word, const uintptr_t* end) {
  for (; word < end; ++word) {
    if (*word <= state.below || *word >= state.above) continue;
    const struct Move* const move = find(*word);
    if (move->from == *word) *word = move->to;
  }
}

static void redirect_block(void* payload, size_t size, void* context) {
  (void)context;
  if (find((uintptr_t)payload)->from == 0) redirect(payload, (uintptr_t*)payload + size / sizeof(uintptr_t));
}

static int redirect_segments(struct dl_phdr_info* info, size_t size, void* context) {
  (void)size;
  (void)context;
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* const segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0) continue;
    const uintptr_t begin = (info->dlpi_addr + segment->p_vaddr + 7) & ~(uintptr_t)7;
    const uintptr_t end = (info->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(uintptr_t)7;
    redirect((uintptr_t*)begin, (uintptr_t*)end);
  }
  return 0;
}

long quern_settle_names(const struct quern_strings* strings) {
  if (quern_visit_blocks == NULL) return 0; /* another allocator, under which nothing is held still */
  state.strings = *strings;
  state.below = UINTPTR_MAX;
  state.table = map_memory(NULL, kTable * sizeof *state.table);
  char* const frames = map_memory(kNames, (size_t)kFrames * kFrame + kPage); /* the last name may end behind it */
  if (state.table == NULL || frames == NULL) return -1;
  for (unsigned place = 0; place < kPlaces; ++place)
    state.frames[place] = frames + (size_t)place * (kFrames / kPlaces) * kFrame;
  quern_visit_blocks(copy_name, NULL);
  quern_visit_blocks(redirect_block, NULL);
  dl_iterate_phdr(redirect_segments, NULL);
  munmap(state.table, kTable * sizeof *state.table);
  return state.moved;
}
