# SPDX-License-Identifier: Apache-2.0
# `cpack -G DEB` in the build folder: what is installed, as a package for the Debian that it was built on.
set(QUERN_PACKAGE_CONTACT "The Quern authors <authors@quern.example>"
  CACHE STRING "Who maintains the package: NAME <ADDRESS>")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${QUERN_PACKAGE_CONTACT}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "exact instruction counts of code that uses LibTorch
Quern measures C++ and Python code that uses LibTorch in instructions, with
Valgrind's Callgrind, and gives the same number every time. It compares two
builds of LibTorch case by case and function by function, keeps runs in a
store, and fails a pull request that makes a case slower.

Measuring needs Valgrind, a C++ compiler and a LibTorch, which need not be
Debian's. Runs that were measured elsewhere are compared without them.")

# The libraries of the driver are found by dpkg-shlibdeps. It links no LibTorch, and starts Valgrind and the compiler only
# to measure.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "valgrind, clang")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libtorch-dev, python3-torch")

set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/policy.cmake)
set(CPACK_DEBIAN_CHANGELOG_IN ${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in)
include(CPack)
