// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/noise.hpp"

#include <doctest/doctest.h>

namespace quern {

TEST_SUITE_BEGIN("harness/profile/noise");

TEST_CASE("dictionary lookups and the inside of allocators are noisy, whatever their suffix") {
  for (const char* name : {"lookdict_unicode_nodummy", "_Py_dict_lookup", "unicodekeys_lookup_unicode", "_int_malloc",
                           "_int_memalign", "_int_free'2", "malloc_consolidate.isra.0", "_mi_malloc_generic",
                           "mi_page_free_list_extend.constprop.0", "_mi_segment_page_alloc"}) {
    CAPTURE(name);
    CHECK(is_noisy(name));
  }
}

TEST_CASE("entries of allocators and everything else are not") {
  for (const char* name : {"malloc", "free", "mi_malloc", "operator new(unsigned long)", "PyDict_GetItem", "main",
                           "at::_int_mm(at::Tensor const&)", "my_int_free", "lookdictionary"}) {
    CAPTURE(name);
    CHECK_FALSE(is_noisy(name));
  }
}

TEST_SUITE_END();

}  // namespace quern
