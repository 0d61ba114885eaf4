// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/release_words.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/error.hpp"

using namespace quern;

namespace {

using WordVersions = std::vector<std::string>;

std::vector<Wheel> wheels_named(const WordVersions& versions) {
  std::vector<Wheel> wheels;
  for (const std::string& version : versions) {
    wheels.emplace_back().version = version.substr(0, version.find(' '));
    wheels.back().yanked = version.ends_with(" yanked");
  }
  return wheels;
}

const WordVersions kWordIndex = {"2.10.0",         "1.0.0",       "1.0.1",     "1.9.1",  "1.10.0",
                                 "1.10.2 yanked",  "1.10.1",      "2.0.0",     "2.0.1",  "2.6.0",
                                 "2.7.0a0+git123", "2.6.0.post1", "2.6.1+cpu", "../evil"};

WordVersions meant_by(const WordVersions& words, PatchChoice patches = PatchChoice::latest,
                      const WordVersions& index = kWordIndex) {
  WordVersions versions;
  for (const Release& release : releases_of(words, patches, wheels_named(index))) versions.push_back(release.version);
  return versions;
}

std::string word_refusal(const std::string& word) {
  try {
    meant_by({word});
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return std::string(error.what()) + "; " + error.hint();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("harness/environment/fetch/release_words");

TEST_CASE("a range is one release per minor version, its latest patch, in the order of numbers") {
  CHECK(meant_by({"1.0..2.10"}) == WordVersions{"1.0.1", "1.9.1", "1.10.1", "2.0.1", "2.6.1+cpu", "2.10.0"});
  CHECK(meant_by({"1.10..2.0"}) == WordVersions{"1.10.1", "2.0.1"});
  CHECK(meant_by({"2.6.."}) == WordVersions{"2.6.1+cpu", "2.10.0"});
  CHECK(meant_by({"..1.9"}) == WordVersions{"1.0.1", "1.9.1"});
  CHECK(meant_by({"1..1"}) == WordVersions{"1.0.1", "1.9.1", "1.10.1"});
}

TEST_CASE("ends with a patch count to the patch") {
  CHECK(meant_by({"1.0.1..2.0.0"}) == WordVersions{"1.0.1", "1.9.1", "1.10.1", "2.0.0"});
  CHECK(meant_by({"1.0..1.0.0"}) == WordVersions{"1.0.0"});
}

TEST_CASE("all patches are all final ones that were not yanked") {
  CHECK(meant_by({"1.0..1.10"}, PatchChoice::all) == WordVersions{"1.0.0", "1.0.1", "1.9.1", "1.10.0", "1.10.1"});
  CHECK(meant_by({"1.0"}, PatchChoice::all) == WordVersions{"1.0.0", "1.0.1"});
}

TEST_CASE("what is named is taken as it is, each once, in order") {
  CHECK(meant_by({"2.0.0", "1.10.2", "2.0.0", "2.0"}) == WordVersions{"1.10.2", "2.0.0", "2.0.1"});
  CHECK(meant_by({"2.7.0a0+git123"}) == WordVersions{"2.7.0a0+git123"});
  CHECK(meant_by({"2.6.0.post1"}) == WordVersions{"2.6.0.post1"});
  CHECK(meant_by({"2.6.1"}) == WordVersions{"2.6.1+cpu"});
}

TEST_CASE("of several builds of a release the plain one is taken") {
  const WordVersions index = {"2.6.0+cu124", "2.6.0", "2.6.0+cpu"};
  CHECK(meant_by({"2.6"}, PatchChoice::latest, index) == WordVersions{"2.6.0"});
  CHECK(meant_by({"2.6..2.6"}, PatchChoice::all, {"2.6.0+cu124", "2.6.0+cpu"}) == WordVersions{"2.6.0+cpu"});
}

TEST_CASE("other words are refused, and so is what would name another folder") {
  for (const char* word :
       {"", "..", "...", "latest", "../evil", "2.6.0/..", "/etc", "2.6.", ".6", "1.0...2.0", "2.6 ", "1.0..x", "-1"})
    CHECK_MESSAGE(word_refusal(word).find("neither a version nor a range") != std::string::npos, word);
}

TEST_CASE("a release that is not there is refused, and what is near is named") {
  CHECK(word_refusal("1.10.7") == "the index has no torch 1.10.7 for this machine; it has 1.10.0, 1.10.1");
  CHECK(word_refusal("3.0") == "the index has no torch 3.0 for this machine; it has 1.0.0 to 2.10.0");
  CHECK(word_refusal("2.0..1.0").starts_with("no release of torch is in '2.0..1.0'"));
}

TEST_SUITE_END();
