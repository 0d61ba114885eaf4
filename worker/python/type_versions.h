/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUERN_TYPE_VERSIONS_H
#define QUERN_TYPE_VERSIONS_H

#include <stddef.h>
#include <stdint.h>

/// Python's types, where in one its version is kept, and what makes names and looks them up.
struct quern_types {
  char* const* types; /* all that there are when the server is ready; borrowed until the process ends */
  size_t count;
  char* const* further; /* those that a case has made; likewise */
  size_t further_count;
  size_t version; /* offset of the version, 32 bits */
  size_t flags;   /* offset of the flags, 64 bits */
  uint64_t valid; /* the flag that says that there is a version; 0: a version that is not 0 says it */
  void* (*make_name)(const char* letters);        /* PyUnicode_FromString */
  int (*has_attribute)(void* object, void* name); /* PyObject_HasAttr */
  void (*drop)(void* name);                       /* Py_DecRef */
  unsigned (*clear_cache)(void);                  /* PyType_ClearCache */
  void* objects[3];                               /* of three types; they have none of the attributes */
};

/// Gives every type that has a version another one, and arranges them in another way for each number; `types` is a
/// struct quern_types. The interpreter's cache of type attributes is indexed by the version of the type and the address
/// of the name. All versions agree in their lowest four bits, and so do the addresses of blocks that a case allocates
/// (in bits 3 to 6): names that an iteration makes anew can push out each other's entries in the cache, but not those
/// of names that the server has settled (worker/python/names.c), whose addresses differ from theirs in these bits.
///
/// The cache is empty then, but for the slots that names made anew can take: they are full of such names. Otherwise the
/// names of the first iterations would take free slots, and only those of later ones push one out, which is freed: the
/// same statement would cost more after 250 iterations than before.
void quern_give_versions(void* types, int arrangement);

#endif
