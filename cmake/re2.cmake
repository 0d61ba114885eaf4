# SPDX-License-Identifier: Apache-2.0
# The target re2::re2. Debian has no CMake package of RE2, and pkg-config takes half a minute to name the hundred
# libraries of Abseil that a newer RE2 is made with; quern uses none of them.
find_path(QUERN_RE2_INCLUDE re2/re2.h REQUIRED)
find_library(QUERN_RE2_LIBRARY re2 REQUIRED)
add_library(re2::re2 UNKNOWN IMPORTED)
set_target_properties(re2::re2 PROPERTIES
  IMPORTED_LOCATION ${QUERN_RE2_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${QUERN_RE2_INCLUDE})
