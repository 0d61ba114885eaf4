# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies. docs/architecture.md tells how quern finds it again.
set(data ${CMAKE_INSTALL_DATADIR}/quern)
set(not_installed PATTERN CMakeLists.txt EXCLUDE PATTERN __pycache__ EXCLUDE)

install(TARGETS quern)
# The suite, and the sources that quern compiles for each environment.
install(DIRECTORY definitions worker callgrind_client DESTINATION ${data} ${not_installed})
install(DIRECTORY docs/schemas DESTINATION ${data})
install(DIRECTORY scripts/fetch DESTINATION ${data}/scripts ${not_installed})

# Documents. They name schemas and definitions by links that stay right where they are installed.
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE cmake/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN schemas EXCLUDE)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS ${not_installed}
  PATTERN .quern EXCLUDE)

# quern_install_link(<folder> <name> <target>): a link that is relative, because the tree can be moved.
function(quern_install_link folder name target)
  file(RELATIVE_PATH relative /${folder} /${target})
  install(CODE "
    file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}\")
    file(CREATE_LINK ${relative} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}/${name}\" SYMBOLIC)")
endfunction()
quern_install_link(${CMAKE_INSTALL_DOCDIR}/docs schemas ${data}/schemas)
quern_install_link(${CMAKE_INSTALL_DOCDIR} definitions ${data}/definitions)

# The manual and the completions are what quern says of itself, so they are made by running it.
if(NOT CMAKE_CROSSCOMPILING)
  set(made ${PROJECT_BINARY_DIR}/made)
  add_custom_command(OUTPUT ${made}/stamp VERBATIM COMMENT "Making the manual and the completions"
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${made}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/man1
    COMMAND quern_man_pages ${made}/man1
    COMMAND quern completion bash > ${made}/quern
    COMMAND quern completion zsh > ${made}/_quern
    COMMAND ${CMAKE_COMMAND} -E touch ${made}/stamp
    DEPENDS quern quern_man_pages)
  add_custom_target(quern_made ALL DEPENDS ${made}/stamp)
  install(DIRECTORY ${made}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${made}/quern DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${made}/_quern DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
