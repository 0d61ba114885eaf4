// SPDX-License-Identifier: Apache-2.0
#include "harness/model/conditions.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <vector>

#include "harness/compare/differences.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

using Change = std::function<void(Fingerprint&)>;

std::vector<Change> changes() {
  return {[](Fingerprint&) {},
          [](Fingerprint& f) { f.torch_version = "2.0.0"; },
          [](Fingerprint& f) { f.build = "otherwise"; },
          [](Fingerprint& f) { f.libraries.clear(); },
          [](Fingerprint& f) { f.installation = "full"; },
          [](Fingerprint& f) { f.installation = "cpp"; },
          [](Fingerprint& f) { f.compiler = "gcc 12"; },
          [](Fingerprint& f) { f.flags = "-O3"; },
          [](Fingerprint& f) { f.python = "3.12"; },
          [](Fingerprint& f) { f.valgrind = "3.20"; },
          [](Fingerprint& f) { f.glibc = "2.31"; },
          [](Fingerprint& f) { f.guest_cpu = "other"; },
          [](Fingerprint& f) { f.allocator = "system"; },
          [](Fingerprint& f) { f.pinned["PYTHONHASHSEED"] = "1"; },
          [](Fingerprint& f) { f.pinned["OMP_NUM_THREADS"] = "1"; }};
}

}  // namespace

TEST_SUITE_BEGIN("harness/model/conditions");

TEST_CASE("checks, trends and limits mean the same by comparable, in either language") {
  const Fingerprint environment = test::MadeUpRun().run.environment;
  int comparable = 0;
  for (const Change& change : changes()) {
    Fingerprint other = environment;
    change(other);
    for (const Language language : {Language::cpp, Language::python}) {
      const bool expected = are_comparable(environment, other, language);
      comparable += expected ? 1 : 0;
      CHECK((machine_key(environment, language) == machine_key(other, language)) == expected);
      CHECK(blocking_differences(environment, other, {language}).empty() == expected);
      CHECK(are_comparable({"x", machine_key(environment, language)}, {"x", machine_key(other, language)}) == expected);
    }
  }
  // Nothing, LibTorch alone, and that a full one says so; the kind, the flags, Python and its variable of one language.
  CHECK(comparable == 2 * 5 + 4);
}

TEST_CASE("keys of machines stay what they are: stores hold them") {
  const Fingerprint environment = test::MadeUpRun().run.environment;
  CHECK(machine_key(environment, Language::cpp) == "67203cc94523");
  CHECK(machine_key(environment, Language::python) == "ff29bd870dcc");
  Fingerprint now = environment;
  now.installation = "full";
  CHECK(machine_key(now, Language::cpp) == "67203cc94523");
}

TEST_CASE("counts of two definitions are of two things") {
  CHECK(are_comparable(CountOrigin{"x", "m"}, CountOrigin{"x", "m"}));
  CHECK_FALSE(are_comparable(CountOrigin{"x", "m"}, CountOrigin{"y", "m"}));
  CHECK_FALSE(are_comparable(CountOrigin{"x", "m"}, CountOrigin{"x", "n"}));
}

TEST_SUITE_END();
