# SPDX-License-Identifier: Apache-2.0
# quern::warnings is linked PRIVATE by our targets only, so that no dependency is held to our standard.
add_library(quern_warnings INTERFACE)
add_library(quern::warnings ALIAS quern_warnings)
target_compile_options(quern_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  $<$<BOOL:${QUERN_WERROR}>:-Werror>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # g++ 12 sees overlaps in std::string that are none (its bug 105651)
if(QUERN_SANITIZE)
  add_compile_options(-fsanitize=${QUERN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${QUERN_SANITIZE})
endif()

# quern_library(<name> SOURCES … HEADERS … [PUBLIC …] [PRIVATE …]): one static library per folder. With QUERN_TOGETHER
# its files may be one translation unit: most of what a compiler reads are headers that all of them include.
function(quern_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;PUBLIC;PRIVATE")
  set(type STATIC)
  if(QUERN_ALONE)
    set(type OBJECT)
  endif()
  add_library(quern_${name} ${type} ${arg_SOURCES})
  add_library(quern::${name} ALIAS quern_${name})
  target_sources(quern_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
  target_link_libraries(quern_${name} PUBLIC ${arg_PUBLIC} PRIVATE quern::warnings ${arg_PRIVATE})
  if(QUERN_TOGETHER STREQUAL all)
    set_target_properties(quern_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0
      UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
    set(arg_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/quern_${name}.dir/Unity/unity_0_cxx.cxx)
  endif()
  quern_tidy(${name} ${arg_SOURCES})
  if(QUERN_ALONE)
    add_dependencies(alone quern_${name})
  endif()
endfunction()
