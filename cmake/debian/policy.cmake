# SPDX-License-Identifier: Apache-2.0
# CPack runs this on the tree that it is going to pack: what Debian's policy wants otherwise than `cmake --install` does.
set(shared ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(documents ${shared}/doc/quern)

# compress(<file>…): without the time, so that the same files give the same package.
function(compress)
  execute_process(COMMAND gzip -9n ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB pages ${shared}/man/man1/*.1)
compress(${pages})
file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH, where that is set
configure_file(${CPACK_DEBIAN_CHANGELOG_IN} ${documents}/changelog.Debian @ONLY)
compress(${documents}/changelog ${documents}/changelog.Debian)
file(MAKE_DIRECTORY ${shared}/zsh/vendor-completions)  # Debian's zsh does not look into site-functions below /usr
file(RENAME ${shared}/zsh/site-functions/_quern ${shared}/zsh/vendor-completions/_quern)
file(REMOVE_RECURSE ${shared}/zsh/site-functions)
file(REMOVE ${documents}/LICENSE)  # the copyright file names Debian's copy
