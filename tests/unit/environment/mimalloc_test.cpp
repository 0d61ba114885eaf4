// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/mimalloc.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <initializer_list>
#include <string>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace fs = std::filesystem;

namespace {

void make_libraries(const fs::path& folder, std::initializer_list<const char*> names) {
  fs::create_directories(folder);
  for (const char* name : names) std::ofstream(folder / name) << "a library\n";
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/mimalloc");

TEST_CASE("mimalloc is found whatever version Debian has, the newest of them") {
  const TemporaryFolder folder;
  const fs::path lib = folder.path() / "lib";
  make_libraries(lib, {"libmimalloc.so.2.0", "libmimalloc.so.2"});
  CHECK(find_mimalloc({lib}) == lib / "libmimalloc.so.2.0");
  make_libraries(lib, {"libmimalloc.so.2.1"});
  CHECK(find_mimalloc({lib}) == lib / "libmimalloc.so.2.1");
  make_libraries(folder.path() / "local", {"libmimalloc.so.3"});
  CHECK(find_mimalloc({lib, folder.path() / "local"}) == folder.path() / "local/libmimalloc.so.3");
  make_libraries(folder.path() / "local", {"libmimalloc.so.10"});
  CHECK(find_mimalloc({folder.path() / "local", lib}) == folder.path() / "local/libmimalloc.so.10");
}

TEST_CASE("variants that check, links that lead nowhere and folders that are not there are none") {
  const TemporaryFolder folder;
  const fs::path lib = folder.path() / "lib";
  make_libraries(lib, {"libmimalloc-secure.so.2", "libmimalloc-debug.so.2", "libmimalloc.so", "libmimalloc.so.old"});
  fs::create_symlink("libmimalloc.so.3.0", lib / "libmimalloc.so.3");
  CHECK(find_mimalloc({folder.path() / "nowhere", lib}).empty());
}

TEST_CASE("who asks for mimalloc where there is none is told what to do") {
  try {
    (void)require_mimalloc({"/nonexistent"});
    FAIL("found in a folder that is not there");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()) == "--allocator mimalloc: this system has no libmimalloc.so");
    CHECK(error.hint() == "as root: apt-get install libmimalloc-dev; the other allocators need nothing");
  }
}

TEST_SUITE_END();
