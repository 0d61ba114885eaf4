// SPDX-License-Identifier: Apache-2.0
#include "harness/settings/settings.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "tests/unit/cli/in_folder.hpp"

using namespace quern;
using namespace quern::test;

TEST_SUITE_BEGIN("harness/settings/settings");

TEST_CASE_FIXTURE(InFolder, "without a file nothing is in force, and the default rules count") {
  const Settings settings;
  CHECK_FALSE(settings.place());
  CHECK(settings.own_file().empty());
  CHECK(settings.environments().empty());
  CHECK(settings.rules().limits.empty());
  CHECK(settings.rules().adaptive.on);
}

TEST_CASE_FIXTURE(InFolder, "a file is read for its sections, and its other keys are left to the options") {
  write("quern.yaml",
        "tag: x\nlimits:\n- ir: 1%\nadaptive_limits: off\nno-such-key: 1\nenvironments:\n  a: {torch_root: t}\n");
  Settings settings;
  CHECK(settings.problems().empty());
  REQUIRE(settings.rules().limits.size() == 1);
  CHECK(settings.rules().limits[0].where.line == 3);
  CHECK(settings.rules().limits[0].where.file == "quern.yaml");
  CHECK_FALSE(settings.rules().adaptive.on);
  CHECK_FALSE(settings.rules().strict);
  CHECK(settings.environment("a").torch_root == (std::filesystem::current_path() / "t").string());
  CHECK(settings.root().entries.size() == 5);
}

TEST_CASE_FIXTURE(InFolder, "mistakes of all sections are collected") {
  write("quern.yaml", "limits: [{ir: x}]\nenvironments: x\n");
  Settings settings;
  CHECK(settings.problems().size() == 2);
  CHECK_THROWS_WITH_AS(settings.problems().throw_if_any(), doctest::Contains("quern.yaml:1:15: 'x' is not a limit"),
                       Error);
}

TEST_CASE_FIXTURE(InFolder, "environments that are all commented out are none") {
  write("quern.yaml", "environments:\n  # none\n");
  Settings settings;
  CHECK(settings.problems().empty());
  CHECK(settings.environments().empty());
}

TEST_CASE_FIXTURE(InFolder, "a file that is named is in force, and the one of the working tree is still known") {
  write("quern.yaml", "environments: {a: own}\n");
  write("others/rules.yaml", "environments: {b: named}\n");
  const Settings settings("others/rules.yaml");
  REQUIRE(settings.environments().size() == 1);
  CHECK(settings.environments()[0].name == "b");
  CHECK(settings.own_file() == std::filesystem::current_path() / "quern.yaml");
  CHECK_THROWS_WITH_AS(Settings("none.yaml"), doctest::Contains("cannot read 'none.yaml'"), Error);
}

TEST_CASE_FIXTURE(InFolder, "the nearest file wins") {
  write("quern.yaml", "tag: top\n");
  write("deep/quern.yaml", "json: false\n");
  std::filesystem::current_path("deep");
  CHECK(Settings().own_file() == std::filesystem::current_path() / "quern.yaml");
}

TEST_SUITE_END();
