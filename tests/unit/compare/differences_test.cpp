// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/differences.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/model/unpinned.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

using Kinds = std::vector<std::pair<FactKind, std::string>>;

Fingerprint made_up() { return test::MadeUpRun().run.environment; }

Fingerprint loading(std::vector<Library> libraries) {
  Fingerprint environment = made_up();
  environment.libraries = std::move(libraries);
  return environment;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/differences");

TEST_CASE("a variable that is empty, one that is not set and one whose value says so are three things") {
  Fingerprint empty = made_up();
  empty.pinned["PYTHONHASHSEED"] = "";
  Fingerprint named = made_up();
  named.pinned["PYTHONHASHSEED"] = "not set";
  Fingerprint unset = made_up();
  unset.pinned.clear();
  CHECK(differences(empty, unset).size() == 1);
  CHECK(differences(named, unset).size() == 1);
  CHECK(differences(named, empty).size() == 1);
}

TEST_CASE("what could not be pinned is refused for itself, not as a difference") {
  Fingerprint other = made_up();
  other.pinned["heap"] = kUnpinned;
  CHECK(differences(made_up(), other).size() == 1);
  CHECK(blocking_differences(made_up(), other, {Language::cpp}).empty());
}

TEST_CASE("the same libraries are those with equal build-ids and sizes, in any order") {
  const Library c10{"libc10.so", "aa", 1, "here"};
  const Library torch{"libtorch.so", "bb", 2, "here"};
  CHECK(same_libraries(loading({c10, torch}), loading({torch, c10})) == SameLibraries::yes);
  CHECK(same_libraries(loading({c10}), loading({{"libc10.so", "aa", 1, "there"}})) == SameLibraries::yes);
  CHECK(same_libraries(loading({c10}), loading({{"libc10.so", "ab", 1, "here"}})) == SameLibraries::no);
  CHECK(same_libraries(loading({c10}), loading({{"libc10.so", "aa", 2, "here"}})) == SameLibraries::no);
  CHECK(same_libraries(loading({c10}), loading({{"libc10.so", "", 1, "here"}})) == SameLibraries::no);
  CHECK(same_libraries(loading({c10}), loading({torch})) == SameLibraries::no);
  CHECK(same_libraries(loading({c10}), loading({c10, torch})) == SameLibraries::no);
  CHECK(same_libraries(loading({c10}), loading({})) == SameLibraries::no);
}

TEST_CASE("without a build-id only the very same file is the same") {
  const auto same = [](const Library& a, const Library& b) {
    const Library known{"libc10.so", "aa", 1, ""};
    return same_libraries(loading({known, a}), loading({known, b}));
  };
  CHECK(same({"libodd.so", "", 5, "/x/libodd.so"}, {"libodd.so", "", 5, "/x/libodd.so"}) == SameLibraries::yes);
  CHECK(same({"libodd.so", "", 5, "/x/libodd.so"}, {"libodd.so", "", 5, "/y/libodd.so"}) == SameLibraries::unknown);
  CHECK(same({"libodd.so", "", 5, "/x/libodd.so"}, {"libodd.so", "", 6, "/x/libodd.so"}) == SameLibraries::no);
  CHECK(same({"libodd.so", "", 5, ""}, {"libodd.so", "", 5, ""}) == SameLibraries::unknown);
}

TEST_CASE("of environments that load nothing, nothing is known") {
  CHECK(same_libraries(loading({}), loading({})) == SameLibraries::unknown);
}

TEST_CASE("another LibTorch is what a comparison is for") {
  Fingerprint other = made_up();
  other.torch_version = "2.15.0";
  other.torch_git = "abcd";
  other.cxx11_abi = false;
  other.build = "otherwise";
  other.libraries = {{"libnew.so", "ff"}};
  CHECK_FALSE(differences(made_up(), other).empty());
  CHECK(blocking_differences(made_up(), other, {Language::cpp, Language::python}).empty());
}

TEST_CASE("what only the other language depends on makes no count incomparable") {
  const auto names = [](const Fingerprint& other, Language language) {
    Kinds found;
    for (const Difference& difference : blocking_differences(made_up(), other, {language}))
      found.push_back({difference.kind, difference.name});
    return found;
  };
  Fingerprint other = made_up();
  other.flags = "";  // nothing was compiled
  other.python = "3.12.1";
  other.pinned["PYTHONHASHSEED"] = "1";
  CHECK(names(other, Language::cpp) == Kinds{{FactKind::flags, ""}});
  CHECK(names(other, Language::python) == Kinds{{FactKind::python, ""}, {FactKind::variable, "PYTHONHASHSEED"}});
  other = made_up();
  other.compiler = "gcc 12";
  other.pinned["OMP_NUM_THREADS"] = "2";
  for (const Language language : {Language::cpp, Language::python})
    CHECK(names(other, language) == Kinds{{FactKind::compiler, ""}, {FactKind::variable, "OMP_NUM_THREADS"}});
  CHECK(blocking_differences(made_up(), other, {}).empty());
}

TEST_CASE("what a side does not say is told from what is another") {
  Fingerprint other = made_up();
  other.flags = "";
  other.libraries.clear();
  other.build = "with MKL";
  for (const Difference& difference : differences(made_up(), other)) CHECK_FALSE(difference.known());
  other = made_up();
  other.flags = "-O3";
  other.pinned.clear();
  for (const Difference& difference : differences(made_up(), other)) CHECK(difference.known());
}

TEST_SUITE_END();
