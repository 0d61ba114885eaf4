// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/differences.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

using Texts = std::vector<std::vector<std::string>>;

Texts texts(const Fingerprint& a, const Fingerprint& b) {
  Texts found;
  for (const Difference& difference : differences(a, b)) found.push_back({difference.what, difference.a, difference.b});
  return found;
}

Fingerprint made_up() { return test::MadeUpRun().run.environment; }

Fingerprint loading(std::vector<Library> libraries) {
  Fingerprint environment = made_up();
  environment.libraries = std::move(libraries);
  return environment;
}

}  // namespace

TEST_SUITE_BEGIN("harness/compare/differences");

TEST_CASE("an environment does not differ from itself, whatever it is called and wherever it comes from") {
  Fingerprint other = made_up();
  other.name = "other";
  other.source = "source elsewhere/bin/activate";
  CHECK(texts(made_up(), other).empty());
}

TEST_CASE("each field that can change a count is told apart") {
  using Change = std::function<void(Fingerprint&)>;
  const std::vector<std::pair<Change, std::vector<std::string>>> changes = {
      {[](Fingerprint& f) { f.torch_version = "2.0.0"; }, {"torch", "1.13.1", "2.0.0"}},
      {[](Fingerprint& f) { f.torch_git = "abc"; }, {"torch git", "-", "abc"}},
      {[](Fingerprint& f) { f.cxx11_abi = false; }, {"C++ ABI", "new", "old"}},
      {[](Fingerprint& f) { f.compiler = "gcc 12.2.0"; }, {"compiler", "clang 14.0.6", "gcc 12.2.0"}},
      {[](Fingerprint& f) { f.flags = ""; }, {"compiler's flags", "-std=c++17 -O2", "-"}},
      {[](Fingerprint& f) { f.python = "3.11.2"; }, {"python", "-", "3.11.2"}},
      {[](Fingerprint& f) { f.valgrind = "3.20.0"; }, {"valgrind", "3.19.0", "3.20.0"}},
      {[](Fingerprint& f) { f.glibc = "2.31"; }, {"glibc", "2.36", "2.31"}},
      {[](Fingerprint& f) { f.guest_cpu = "avx2"; }, {"processor", "-", "avx2"}},
      {[](Fingerprint& f) { f.allocator = "system"; }, {"allocator", "pinned", "system"}},
      {[](Fingerprint& f) { f.build = "with MKL"; }, {"build", "0 characters", "8 characters"}},
      {[](Fingerprint& f) { f.pinned["PYTHONHASHSEED"] = "1"; }, {"PYTHONHASHSEED", "0", "1"}},
      {[](Fingerprint& f) { f.pinned["OMP_NUM_THREADS"] = "1"; }, {"OMP_NUM_THREADS", "not set", "1"}},
      {[](Fingerprint& f) { f.pinned.clear(); }, {"PYTHONHASHSEED", "0", "not set"}}};
  for (const auto& [change, expected] : changes) {
    const std::string& shown = expected[0];  // clang 14 captures no structured binding
    CAPTURE(shown);
    Fingerprint other = made_up();
    change(other);
    CHECK(texts(made_up(), other) == Texts{expected});
    CHECK(texts(other, made_up()) == Texts{{expected[0], expected[2], expected[1]}});
  }
}

TEST_CASE("libraries differ by build-id, by size, and by being loaded") {
  const Fingerprint a = loading({{"libc10.so", "0123456789abcdef", 100}});
  const auto other = [&](const Library& library) { return texts(a, loading({library})); };
  CHECK(other({"libc10.so", "0123456789abcdef", 100, "elsewhere"}).empty());
  CHECK(other({"libc10.so", "fedcba9876543210", 100}) ==
        Texts{{"libc10.so", "build-id 0123456789ab, 100 bytes", "build-id fedcba987654, 100 bytes"}});
  CHECK(other({"libc10.so", "0123456789abcdef", 90}) ==
        Texts{{"libc10.so", "build-id 0123456789ab, 100 bytes", "build-id 0123456789ab, 90 bytes"}});
  CHECK(other({"libc10.so", "", 100}) ==
        Texts{{"libc10.so", "build-id 0123456789ab, 100 bytes", "no build-id, 100 bytes"}});
  CHECK(other({"libtorch.so", "0123", 7}) == Texts{{"libc10.so", "build-id 0123456789ab, 100 bytes", "not loaded"},
                                                   {"libtorch.so", "not loaded", "build-id 0123, 7 bytes"}});
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

TEST_CASE("another machine, tool, compiler or pinned variable makes two counts incomparable") {
  Fingerprint other = made_up();
  other.compiler = "gcc 12.2";
  other.flags = "-O3";
  other.valgrind = "3.20";
  other.glibc = "2.31";
  other.guest_cpu = "other";
  other.allocator = "system";
  other.pinned = {{"PYTHONHASHSEED", "1"}, {"ATEN_CPU_CAPABILITY", "default"}};
  Texts found;
  for (const Difference& difference : blocking_differences(made_up(), other, {Language::cpp, Language::python}))
    found.push_back({difference.what, difference.a, difference.b});
  CHECK(found == Texts{{"compiler", "clang 14.0.6", "gcc 12.2"},
                       {"compiler's flags", "-std=c++17 -O2", "-O3"},
                       {"valgrind", "3.19.0", "3.20"},
                       {"glibc", "2.36", "2.31"},
                       {"processor", "-", "other"},
                       {"allocator", "pinned", "system"},
                       {"ATEN_CPU_CAPABILITY", "not set", "default"},
                       {"PYTHONHASHSEED", "0", "1"}});
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
    std::vector<std::string> found;
    for (const Difference& difference : blocking_differences(made_up(), other, {language}))
      found.push_back(difference.what);
    return found;
  };
  Fingerprint other = made_up();
  other.flags = "";  // nothing was compiled
  other.python = "3.12.1";
  other.pinned["PYTHONHASHSEED"] = "1";
  CHECK(names(other, Language::cpp) == std::vector<std::string>{"compiler's flags"});
  CHECK(names(other, Language::python) == std::vector<std::string>{"python", "PYTHONHASHSEED"});
  other = made_up();
  other.compiler = "gcc 12";
  other.pinned["OMP_NUM_THREADS"] = "2";
  for (const Language language : {Language::cpp, Language::python})
    CHECK(names(other, language) == std::vector<std::string>{"compiler", "OMP_NUM_THREADS"});
  CHECK(blocking_differences(made_up(), other, {}).empty());
}

TEST_CASE("what a side does not say is told from what is another") {
  Fingerprint other = made_up();
  other.flags = "";
  other.libraries.clear();
  other.build = "with MKL";
  for (const Difference& difference : differences(made_up(), other)) CHECK_FALSE(difference.known);
  other = made_up();
  other.flags = "-O3";
  other.pinned.clear();
  for (const Difference& difference : differences(made_up(), other)) CHECK(difference.known);
}

TEST_SUITE_END();
