# SPDX-License-Identifier: Apache-2.0
# `alone` gives every file of a library to the compiler by itself, so that a missing #include is noticed where libraries
# are compiled as one file each. No code is made of them: a tree with QUERN_ALONE builds nothing else, and the second time
# it looks only at what changed since.
option(QUERN_ALONE "Check that every file of a library compiles by itself, and build nothing" OFF)
if(QUERN_ALONE)
  add_custom_target(alone)
  set(CMAKE_CXX_COMPILE_OBJECT "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE>"
    "${CMAKE_COMMAND} -E touch <OBJECT>")
endif()
