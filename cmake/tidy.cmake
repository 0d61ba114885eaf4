# SPDX-License-Identifier: Apache-2.0
# `tidy` runs clang-tidy on every file of ours and compiles nothing; a second run looks only at what changed since.
find_program(QUERN_CLANG_TIDY clang-tidy)
if(QUERN_CLANG_TIDY)
  add_custom_target(tidy)
endif()

# quern_tidy(<name> <source>…): lets `tidy` look at these. In a tree that is configured for clang: clang-tidy takes the
# compiler's own arguments.
function(quern_tidy name)
  if(NOT QUERN_CLANG_TIDY OR NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    return()
  endif()
  foreach(source ${ARGN})
    cmake_path(GET source FILENAME file)
    cmake_path(ABSOLUTE_PATH source)
    set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${file}.tidy)
    add_custom_command(OUTPUT ${stamp} DEPENDS ${source} ${PROJECT_SOURCE_DIR}/.clang-tidy DEPFILE ${stamp}.d VERBATIM
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -MM -MT ${stamp} -MF ${stamp}.d -I${PROJECT_SOURCE_DIR} ${source}
      COMMAND ${QUERN_CLANG_TIDY} --quiet -p ${PROJECT_BINARY_DIR} ${source}
      COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
      COMMENT "clang-tidy ${name}/${file}")
    list(APPEND stamps ${stamp})
  endforeach()
  add_custom_target(tidy_${name} DEPENDS ${stamps})
  add_dependencies(tidy tidy_${name})
endfunction()
