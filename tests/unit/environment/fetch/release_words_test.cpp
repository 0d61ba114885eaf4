// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/release_words.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.hpp"

using namespace quern;

namespace {

using Versions = std::vector<std::string>;

std::vector<Wheel> index_of(const Versions& versions) {
  std::vector<Wheel> wheels;
  for (const std::string& version : versions) {
    wheels.emplace_back().version = version.substr(0, version.find(' '));
    wheels.back().yanked = version.ends_with(" yanked");
  }
  return wheels;
}

const Versions kIndex = {"2.10.0", "1.0.0", "1.0.1", "1.9.1",          "1.10.0",      "1.10.2 yanked", "1.10.1",
                         "2.0.0",  "2.0.1", "2.6.0", "2.7.0a0+git123", "2.6.0.post1", "2.6.1+cpu",     "../evil"};

Versions chosen(const Versions& words, Patches patches = Patches::latest, const Versions& index = kIndex) {
  Versions versions;
  for (const Release& release : releases_of(words, patches, index_of(index))) versions.push_back(release.version);
  return versions;
}

std::string refusal(const std::string& word) {
  try {
    chosen({word});
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return std::string(error.what()) + "; " + error.hint();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/fetch/release_words");

TEST_CASE("a range is one release per minor version, its latest patch, in the order of numbers") {
  CHECK(chosen({"1.0..2.10"}) == Versions{"1.0.1", "1.9.1", "1.10.1", "2.0.1", "2.6.1+cpu", "2.10.0"});
  CHECK(chosen({"1.10..2.0"}) == Versions{"1.10.1", "2.0.1"});
  CHECK(chosen({"2.6.."}) == Versions{"2.6.1+cpu", "2.10.0"});
  CHECK(chosen({"..1.9"}) == Versions{"1.0.1", "1.9.1"});
  CHECK(chosen({"1..1"}) == Versions{"1.0.1", "1.9.1", "1.10.1"});
}

TEST_CASE("ends with a patch count to the patch") {
  CHECK(chosen({"1.0.1..2.0.0"}) == Versions{"1.0.1", "1.9.1", "1.10.1", "2.0.0"});
  CHECK(chosen({"1.0..1.0.0"}) == Versions{"1.0.0"});
}

TEST_CASE("all patches are all final ones that were not yanked") {
  CHECK(chosen({"1.0..1.10"}, Patches::all) == Versions{"1.0.0", "1.0.1", "1.9.1", "1.10.0", "1.10.1"});
  CHECK(chosen({"1.0"}, Patches::all) == Versions{"1.0.0", "1.0.1"});
}

TEST_CASE("what is named is taken as it is, each once, in order") {
  CHECK(chosen({"2.0.0", "1.10.2", "2.0.0", "2.0"}) == Versions{"1.10.2", "2.0.0", "2.0.1"});
  CHECK(chosen({"2.7.0a0+git123"}) == Versions{"2.7.0a0+git123"});
  CHECK(chosen({"2.6.0.post1"}) == Versions{"2.6.0.post1"});
  CHECK(chosen({"2.6.1"}) == Versions{"2.6.1+cpu"});
}

TEST_CASE("of several builds of a release the plain one is taken") {
  const Versions index = {"2.6.0+cu124", "2.6.0", "2.6.0+cpu"};
  CHECK(chosen({"2.6"}, Patches::latest, index) == Versions{"2.6.0"});
  CHECK(chosen({"2.6..2.6"}, Patches::all, {"2.6.0+cu124", "2.6.0+cpu"}) == Versions{"2.6.0+cpu"});
}

TEST_CASE("other words are refused, and so is what would name another folder") {
  for (const char* word :
       {"", "..", "...", "latest", "../evil", "2.6.0/..", "/etc", "2.6.", ".6", "1.0...2.0", "2.6 ", "1.0..x", "-1"})
    CHECK_MESSAGE(refusal(word).find("neither a version nor a range") != std::string::npos, word);
}

TEST_CASE("a release that is not there is refused, and what is near is named") {
  CHECK(refusal("1.10.7") == "the index has no torch 1.10.7 for this machine; it has 1.10.0, 1.10.1");
  CHECK(refusal("3.0") == "the index has no torch 3.0 for this machine; it has 1.0.0 to 2.10.0");
  CHECK(refusal("2.0..1.0").starts_with("no release of torch is in '2.0..1.0'"));
}

TEST_SUITE_END();
