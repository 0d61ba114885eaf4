/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUERN_TYPE_VERSIONS_H
#define QUERN_TYPE_VERSIONS_H

#include <stddef.h>
#include <stdint.h>

/// Python's types, and where in one its version is kept.
struct quern_types {
  char* const* types; /* all that there are when the server is ready; borrowed until the process ends */
  size_t count;
  char* const* further; /* those that a case has made; likewise */
  size_t further_count;
  size_t version; /* offset of the version, 32 bits */
  size_t flags;   /* offset of the flags, 64 bits */
  uint64_t valid; /* the flag that says that there is a version; 0: a version that is not 0 says it */
};

/// Gives every type that has a version another one, and arranges them in another way for each number; `types` is a
/// struct quern_types. The interpreter's cache of type attributes is indexed by the version of the type and the address
/// of the name. All versions agree in their lowest four bits, and so do the addresses of blocks that a case allocates
/// (in bits 3 to 6): names that an iteration makes anew can push out each other's entries in the cache, but not those
/// of names that the server has settled (worker/python/names.c), whose addresses differ from theirs in these bits.
void quern_give_versions(void* types, int arrangement);

#endif
