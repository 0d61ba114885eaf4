# SPDX-License-Identifier: Apache-2.0
# Where an installed quern finds its own files, seen from the folder that it lies in: the tree can be moved as a whole.
file(RELATIVE_PATH QUERN_DATA_PLACE ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/quern)
file(RELATIVE_PATH QUERN_PROGRAMS_PLACE ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBEXECDIR}/quern)
