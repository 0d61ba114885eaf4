# SPDX-License-Identifier: Apache-2.0
# Files that the program carries: styles and scripts of pages are written as such, where editors know them.

# quern_embed(<target> <header>): adds to the target what the header declares, one function for each file beside it that
# the header names in a comment `embeds FILE as FUNCTION`. A file's first line, its license, is left out.
function(quern_embed target header)
  get_filename_component(name ${header} NAME_WE)
  get_filename_component(folder ${header} DIRECTORY)
  file(STRINGS ${header} declared REGEX "embeds [^ ]+ as [a-z_]+")
  set(files "")
  foreach(line IN LISTS declared)
    string(REGEX REPLACE ".*embeds ([^ ]+) as .*" "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/\\1" file "${line}")
    list(APPEND files ${file})
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DHEADER=${CMAKE_CURRENT_SOURCE_DIR}/${header} -DROOT=${PROJECT_SOURCE_DIR}
      -DOUTPUT=${output} -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${header} ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake)
  target_sources(${target} PRIVATE ${output})
  # One long text in a function: not for clang-tidy, which looks at all files of a library together.
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
