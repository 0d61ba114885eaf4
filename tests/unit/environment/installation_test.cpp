// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/installation.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/environment/installation");

TEST_CASE("a mark is read as it was written") {
  const TemporaryFolder folder;
  write_mark(folder.path(), {InstallationKind::cpp, "2.6.0", "torch-2.6.0.whl", "ab", 7});
  const InstallationMark mark = read_mark(folder.path()).value();
  CHECK(mark.kind == InstallationKind::cpp);
  CHECK(mark.version == "2.6.0");
  CHECK(mark.wheel == "torch-2.6.0.whl");
  CHECK(mark.sha256 == "ab");
  CHECK(mark.bytes == 7);
  CHECK(installation_below(folder.path()) == InstallationKind::cpp);
}

TEST_CASE("what has no mark is a full installation, and a mark that cannot be read is no guess") {
  const TemporaryFolder folder;
  CHECK_FALSE(read_mark(folder.path()));
  CHECK(installation_below(folder.path()) == InstallationKind::full);
  for (const char* text :
       {"", "{", "[]", "{}", R"({"schema": "quern.environment/2"})",
        R"({"schema": "quern.environment/1", "installation": "half", "torch_version": "", "wheel": "",
                               "sha256": "", "bytes": 0})"}) {
    std::ofstream(folder.path() / "quern-environment.json") << text;
    CHECK_THROWS_AS(installation_below(folder.path()), Error);
  }
}

TEST_SUITE_END();
