/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUERN_NAMES_H
#define QUERN_NAMES_H

#include <stddef.h>

/// How this interpreter's strings look in memory: ASCII letters follow a header.
struct quern_strings {
  const void* type;
  size_t header;     /* bytes before the letters */
  size_t state;      /* where in the header the bits stand that say what kind of string it is */
  unsigned interned; /* these bits for an interned string of ASCII letters, its lowest two say how it is interned */
};

/// Moves every interned string of the heap to a place that follows from its letters. The interpreter's cache of type
/// attributes is indexed by the address of the name: two attributes of a type that share a slot push each other out
/// for the whole run. Where a name lay followed from everything that was allocated before it; now two names share
/// their slots in every layout and every environment or in none. Returns how many were moved: none without the
/// pinned allocator, and -1 if their place is taken. For a process of one thread.
long quern_settle_names(const struct quern_strings* strings);

#endif
