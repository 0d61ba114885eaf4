# SPDX-License-Identifier: Apache-2.0
# `format` rewrites, `check_format` only looks: the same list of files for both, taken from git.
find_program(QUERN_CLANG_FORMAT clang-format)
if(QUERN_CLANG_FORMAT)
  set(list_sources "git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' '*.c' '*.h'")
  add_custom_target(format WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM
    COMMAND sh -c "${list_sources} | xargs ${QUERN_CLANG_FORMAT} -i")
  add_custom_target(check_format WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM
    COMMAND sh -c "${list_sources} | xargs ${QUERN_CLANG_FORMAT} --dry-run --Werror")
endif()
