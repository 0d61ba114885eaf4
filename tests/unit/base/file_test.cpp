// SPDX-License-Identifier: Apache-2.0
#include "base/file.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <stdexcept>

#include "harness/process/temporary_folder.hpp"

using namespace quern;

TEST_SUITE_BEGIN("base/file");

TEST_CASE("a file is read whole, from its start or from its end") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  std::ofstream(file) << "one\ntwo\n";
  CHECK(read_file(file) == "one\ntwo\n");
  CHECK(read_file(file, 3) == "one");
  CHECK(try_read_file(file) == "one\ntwo\n");
  CHECK(read_tail(file, 4) == "two\n");
  CHECK(read_tail(file, 400) == "one\ntwo\n");
}

TEST_CASE("a file that is not there is a reason, nothing, or no text") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(read_file(folder.path() / "none"), "no such file", std::runtime_error);
  CHECK_THROWS_WITH_AS(read_file(folder.path()), "not a regular file", std::runtime_error);
  CHECK_FALSE(try_read_file(folder.path() / "none"));
  CHECK(read_tail(folder.path() / "none", 4).empty());
}

TEST_CASE("a file of the kernel's, whose size is 0, is read whole") {
  CHECK(try_read_file("/proc/self/status").value_or("").find("Pid:") != std::string::npos);
}

TEST_SUITE_END();
