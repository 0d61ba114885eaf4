// SPDX-License-Identifier: Apache-2.0
#ifndef QUERN_PINNED_MALLOC_H
#define QUERN_PINNED_MALLOC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What all threads together have asked for since the process began; freeing does not lower it.
struct quern_allocations {
  unsigned long count;
  unsigned long bytes;
};

/// The calling thread allocates from a new heap at a fixed place from now on: what was allocated before no longer shows
/// in addresses. Other threads keep theirs. Weak, like the next.
void quern_fresh_heap(void) __attribute__((weak));

/// To be called when the setup is done: what the calling thread allocates from now on finds room, however much the
/// setup holds. Of sizes of which little is in use nothing changes. Weak.
void quern_make_room(void) __attribute__((weak));

/// Whether a fresh heap would stand at its fixed place: nothing else lies there. Weak, too.
int quern_fresh_heap_fits(void) __attribute__((weak));

/// Calls `visit` with every block that is in use: where it begins and how large it is. For a process of one thread.
/// Weak.
typedef void (*quern_visit_block)(void* payload, size_t size, void* context);
void quern_visit_blocks(quern_visit_block visit, void* context) __attribute__((weak));

/// Defined by the pinned allocator only: weak, so that a worker runs with any other.
struct quern_allocations quern_count_allocations(void) __attribute__((weak));

#ifdef __cplusplus
}
#endif
#endif
