// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/fetched.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;

namespace {

namespace fs = std::filesystem;

struct FetchedPlace {
  TemporaryFolder folder;

  void make(const std::string& name, const InstallationMark& mark) const {
    fs::create_directories(folder.path() / name);
    write_mark(folder.path() / name, mark);
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const FetchedEnvironment& fetched : fetched_environments(folder.path())) found.push_back(fetched.name);
    return found;
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/environment/fetch/fetched");

TEST_CASE("the place is the user's choice, else in the folder for data") {
  CHECK(environments_place({{"QUERN_ENVIRONMENTS", "/e"}, {"XDG_DATA_HOME", "/d"}, {"HOME", "/h"}}) == "/e");
  CHECK(environments_place({{"XDG_DATA_HOME", "/d"}, {"HOME", "/h"}}) == "/d/quern/environments");
  CHECK(environments_place({{"HOME", "/h"}}) == "/h/.local/share/quern/environments");
  CHECK(find_environments_place({}).empty());
  CHECK_THROWS_AS(environments_place({}), Error);
}

TEST_CASE("whole environments are found, the oldest first, and nothing else") {
  const FetchedPlace place;
  place.make("torch-1.10.0-cpp", {InstallationKind::cpp, "1.10.0"});
  place.make("torch-1.9.0", {InstallationKind::full, "1.9.0"});
  place.make(".making/torch-2.0.0", {InstallationKind::full, "2.0.0"});
  place.make(".hidden", {InstallationKind::full, "2.0.0"});
  fs::create_directories(place.folder.path() / "torch-2.1.0");  // somebody's folder
  CHECK(place.names() == std::vector<std::string>{"torch-1.9.0", "torch-1.10.0-cpp"});
  CHECK(fetched_environments(place.folder.path() / "none").empty());
}

TEST_CASE("each kind is reached in its own way, and has a name that can be one") {
  const FetchedEnvironment cpp{"torch-1.0.1-cpp", "1.0.1", InstallationKind::cpp, "/p/torch-1.0.1-cpp", 1};
  CHECK(spec_of(cpp).torch_root == "/p/torch-1.0.1-cpp");
  CHECK(spec_of(cpp).python.empty());
  const FetchedEnvironment full{"torch-1.0.1", "1.0.1", InstallationKind::full, "/p/torch-1.0.1", 1};
  CHECK(spec_of(full).python == "/p/torch-1.0.1/bin/python");
  CHECK(spec_of(full).name == "torch-1.0.1");
  CHECK(environment_name("2.6.0+cpu", InstallationKind::full) == "torch-2.6.0_cpu");
  CHECK(is_environment_name(environment_name("2.7.0a0+git12", InstallationKind::cpp)));
}

TEST_CASE("only what was fetched is removed") {
  const FetchedPlace place;
  place.make("torch-1.9.0", {InstallationKind::full, "1.9.0"});
  fs::create_directories(place.folder.path() / "mine");
  for (const char* name : {"mine", "..", "torch-1.9.0/..", ".making", ""})
    CHECK_THROWS_AS(remove_fetched(place.folder.path(), name), Error);
  CHECK(remove_fetched(place.folder.path(), "torch-1.9.0") > 0);
  CHECK(place.names().empty());
  CHECK(fs::exists(place.folder.path() / "mine"));
}

TEST_CASE("a file that has two names takes its room once") {
  const FetchedPlace place;
  std::ofstream(place.folder.path() / "a") << std::string(1 << 20, 'x');
  const std::uintmax_t before = disk_use(place.folder.path());
  CHECK(before >= 1 << 20);
  fs::create_hard_link(place.folder.path() / "a", place.folder.path() / "b");
  CHECK(disk_use(place.folder.path()) == before);
}

TEST_SUITE_END();
