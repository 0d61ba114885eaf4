// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/noise.hpp"

#include <algorithm>
#include <array>

namespace quern {
namespace {

// Python 3.6 to 3.13; the names changed with nearly every release.
constexpr std::array kPythonLookups = {
    std::string_view("lookdict"),
    std::string_view("lookdict_index"),
    std::string_view("lookdict_split"),
    std::string_view("lookdict_unicode"),
    std::string_view("lookdict_unicode_nodummy"),
    std::string_view("dictkeys_stringlookup"),
    std::string_view("dictkeys_generic_lookup"),
    std::string_view("unicodekeys_lookup_generic"),
    std::string_view("unicodekeys_lookup_unicode"),
    std::string_view("unicodekeys_lookup_split"),
    std::string_view("_Py_dict_lookup"),
    std::string_view("_Py_dict_lookup_threadsafe"),
    std::string_view("find_empty_slot"),
    std::string_view("build_indices"),
    std::string_view("set_lookkey"),
    std::string_view("set_add_entry"),
};

constexpr std::array kAllocatorInternals = {
    // glibc
    std::string_view("_int_malloc"),
    std::string_view("_int_free"),
    std::string_view("_int_free_chunk"),
    std::string_view("_int_free_merge_chunk"),
    std::string_view("_int_free_create_chunk"),
    std::string_view("_int_realloc"),
    std::string_view("_int_memalign"),
    std::string_view("malloc_consolidate"),
    std::string_view("unlink_chunk"),
    std::string_view("sysmalloc"),
    std::string_view("systrim"),
    std::string_view("alloc_perturb"),
    std::string_view("arena_get2"),
    std::string_view("tcache_init"),
    std::string_view("tcache_put"),
    std::string_view("tcache_get"),
    // Python
    std::string_view("new_arena"),
    std::string_view("allocate_from_new_pool"),
    std::string_view("insert_to_usedpool"),
    std::string_view("insert_to_freepool"),
    std::string_view("pymalloc_pool_extend"),
};

// mimalloc: entries are mi_malloc, mi_free and the like; these families are what lies below.
constexpr std::array kNoisyAllocators = {
    std::string_view("_mi_malloc_generic"), std::string_view("_mi_page_"),     std::string_view("mi_page_"),
    std::string_view("_mi_segment_"),       std::string_view("mi_segment_"),   std::string_view("_mi_arena_"),
    std::string_view("mi_arena_"),          std::string_view("_mi_os_"),       std::string_view("mi_os_"),
    std::string_view("mi_find_page"),       std::string_view("_mi_deferred_"), std::string_view("_mi_heap_delayed_"),
};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_noisy(std::string_view function) {
  const std::string_view name = function.substr(0, function.find_first_of(".'"));
  const auto begins = [&](std::string_view family) { return name.starts_with(family); };
  return contains(kPythonLookups, name) || contains(kAllocatorInternals, name) ||
         std::any_of(kNoisyAllocators.begin(), kNoisyAllocators.end(), begins);
}

}  // namespace quern
