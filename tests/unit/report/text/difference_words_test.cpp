// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/difference_words.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

namespace {

using Texts = std::vector<std::vector<std::string>>;

Texts words_of(const std::vector<Difference>& differences) {
  Texts found;
  for (const Difference& difference : differences)
    found.push_back({what_text(difference), a_text(difference), b_text(difference)});
  return found;
}

Texts texts(const Fingerprint& a, const Fingerprint& b) { return words_of(differences(a, b)); }

Fingerprint an_environment() { return test::MadeUpRun().run.environment; }

Fingerprint which_loads(std::vector<Library> libraries) {
  Fingerprint environment = an_environment();
  environment.libraries = std::move(libraries);
  return environment;
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/text/difference_words");

TEST_CASE("an environment does not differ from itself, whatever it is called and wherever it comes from") {
  Fingerprint other = an_environment();
  other.name = "other";
  other.source = "source elsewhere/bin/activate";
  CHECK(texts(an_environment(), other).empty());
}

TEST_CASE("each field that can change a count is told apart") {
  using Change = std::function<void(Fingerprint&)>;
  const std::vector<std::pair<Change, std::vector<std::string>>> changes = {
      {[](Fingerprint& f) { f.torch_version = "2.0.0"; }, {"torch", "1.13.1", "2.0.0"}},
      {[](Fingerprint& f) { f.torch_git = "abc"; }, {"torch git", "-", "abc"}},
      {[](Fingerprint& f) { f.cxx11_abi = false; }, {"C++ ABI", "new", "old"}},
      {[](Fingerprint& f) { f.installation = "cpp"; }, {"installation", "full", "cpp"}},
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
    Fingerprint other = an_environment();
    change(other);
    CHECK(texts(an_environment(), other) == Texts{expected});
    CHECK(texts(other, an_environment()) == Texts{{expected[0], expected[2], expected[1]}});
  }
}

TEST_CASE("libraries differ by build-id, by size, and by being loaded") {
  const Fingerprint a = which_loads({{"libc10.so", "0123456789abcdef", 100}});
  const auto other = [&](const Library& library) { return texts(a, which_loads({library})); };
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

TEST_CASE("another machine, tool, compiler or pinned variable makes two counts incomparable") {
  Fingerprint other = an_environment();
  other.compiler = "gcc 12.2";
  other.flags = "-O3";
  other.valgrind = "3.20";
  other.glibc = "2.31";
  other.guest_cpu = "other";
  other.allocator = "system";
  other.pinned = {{"PYTHONHASHSEED", "1"}, {"ATEN_CPU_CAPABILITY", "default"}};
  CHECK(words_of(blocking_differences(an_environment(), other, {Language::cpp, Language::python})) ==
        Texts{{"compiler", "clang 14.0.6", "gcc 12.2"},
              {"compiler's flags", "-std=c++17 -O2", "-O3"},
              {"valgrind", "3.19.0", "3.20"},
              {"glibc", "2.36", "2.31"},
              {"processor", "-", "other"},
              {"allocator", "pinned", "system"},
              {"ATEN_CPU_CAPABILITY", "not set", "default"},
              {"PYTHONHASHSEED", "0", "1"}});
}

TEST_SUITE_END();
