// SPDX-License-Identifier: Apache-2.0
#include "harness/build/cache.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <thread>

#include "harness/process/temporary_folder.hpp"
#include "worker/protocol/error.hpp"

using namespace quern;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

struct InFolder {
  TemporaryFolder folder;
  fs::path root = folder.path() / "deep" / "cache";
  Cache cache{root};
  int made = 0;

  CacheEntry get(const std::string& key, std::size_t bytes = 1) {
    return cache.entry("kind", key, [&](const fs::path& entry) {
      ++made;
      std::ofstream(entry / "file") << std::string(bytes, 'x');
    });
  }

  void age(const std::string& key, std::chrono::hours hours) const {
    fs::last_write_time(root / "kind" / key, fs::file_time_type::clock::now() - hours);
  }

  [[nodiscard]] bool has(const std::string& key) const { return fs::exists(root / "kind" / key); }
};

template <typename F>
void check_environment_error(const F& f) {
  try {
    f();
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK(std::string(error.what()).starts_with("the cache cannot be used: "));
    CHECK_FALSE(error.hint().empty());
  }
}

}  // namespace

TEST_SUITE_BEGIN("harness/build/cache");

TEST_CASE("an entry is made once") {
  InFolder in;
  const fs::path path = in.get("a").path;
  CHECK(path == in.root / "kind" / "a");
  CHECK(fs::exists(path / "file"));
  CHECK(in.get("a").path == path);
  CHECK(in.made == 1);
  static_cast<void>(in.get("b"));
  CHECK(in.made == 2);
}

TEST_CASE("a making that fails leaves nothing, and its exception comes through") {
  InFolder in;
  const auto make = [](const fs::path& entry) {
    std::ofstream(entry / "half") << "x";
    throw std::runtime_error("no");
  };
  CHECK_THROWS_WITH(in.cache.entry("kind", "a", make), "no");
  CHECK_FALSE(in.has("a"));
  CHECK(fs::is_empty(in.root / "making"));
  static_cast<void>(in.get("a"));  // and nothing is locked
  CHECK(in.made == 1);
}

TEST_CASE("a making that cannot write is an environment error") {
  InFolder in;
  check_environment_error(
      [&] { in.cache.entry("kind", "a", [](const fs::path& entry) { fs::create_directory(entry / "no" / "such"); }); });
  CHECK(fs::is_empty(in.root / "making"));
}

TEST_CASE("processes that need the same entry at once make it once") {
  InFolder in;
  constexpr int kProcesses = 4;
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() != 0) continue;
    bool whole = false;
    try {
      const CacheEntry entry = in.cache.entry("kind", "a", [&](const fs::path& folder) {
        std::ofstream(in.folder.path() / "makers", std::ios::app) << "x";
        std::this_thread::sleep_for(100ms);
        std::ofstream(folder / "file") << "x";
      });
      whole = fs::exists(entry.path / "file");
    } catch (...) {
      whole = false;
    }
    _exit(whole ? 0 : 1);
  }
  for (int i = 0; i < kProcesses; ++i) {
    int status = -1;
    wait(&status);
    CHECK(status == 0);
  }
  CHECK(fs::file_size(in.folder.path() / "makers") == 1);
}

TEST_CASE("the list has the oldest use first, with sizes") {
  InFolder in;
  static_cast<void>(in.get("new", 10));
  static_cast<void>(in.get("old", 20));
  in.age("old", 2h);
  const std::vector<Cache::Listed> entries = in.cache.list();
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].key == "old");
  CHECK(entries[0].kind == "kind");
  CHECK(entries[0].bytes == 20);
  CHECK(entries[1].key == "new");
}

TEST_CASE("use makes an entry young") {
  InFolder in;
  static_cast<void>(in.get("a"));
  static_cast<void>(in.get("b"));
  in.age("a", 3h);
  in.age("b", 2h);
  static_cast<void>(in.get("a"));
  CHECK(in.cache.list().front().key == "b");
}

TEST_CASE("what was used longest ago goes first, and no more than must go") {
  InFolder in;
  for (const char* key : {"a", "b", "c"}) static_cast<void>(in.get(key, 100));
  in.age("b", 3h);
  in.age("a", 2h);
  in.age("c", 1h);
  CHECK(in.cache.shrink(300) == 0);
  CHECK(in.cache.shrink(200) == 100);
  CHECK_FALSE(in.has("b"));
  CHECK(in.has("a"));
  CHECK(in.cache.shrink(0) == 200);
  CHECK(in.cache.list().empty());
  CHECK(in.cache.shrink(0) == 0);
}

TEST_CASE("what is in use stays, however old") {
  InFolder in;
  const CacheEntry used = in.get("used", 100);
  static_cast<void>(in.get("unused", 100));
  in.age("used", 3h);
  CHECK(in.cache.shrink(0) == 100);
  CHECK(in.has("used"));
  CHECK_FALSE(in.has("unused"));
}

TEST_CASE("an entry that was removed is made again") {
  InFolder in;
  static_cast<void>(in.get("a"));
  in.cache.shrink(0);
  static_cast<void>(in.get("a"));
  CHECK(in.made == 2);
}

TEST_CASE("a cache that is not there lists nothing and makes nothing") {
  const InFolder in;
  CHECK(in.cache.list().empty());
  CHECK_FALSE(fs::exists(in.root));
}

TEST_CASE("a root that cannot be is an environment error") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "x";
  for (const fs::path& root : {folder.path() / "file", folder.path() / "file" / "below", fs::path("/proc/quern")})
    check_environment_error([&] { Cache(root).entry("kind", "a", [](const fs::path&) {}); });
}

TEST_CASE("a file in the place of a folder is an environment error") {
  InFolder in;
  fs::create_directories(in.root);
  std::ofstream(in.root / "kind") << "x";
  check_environment_error([&] { static_cast<void>(in.get("a")); });
}

TEST_CASE("a root that cannot be written to is an environment error") {
  if (geteuid() == 0) return;  // nothing is forbidden to root
  InFolder in;
  fs::create_directories(in.root);
  fs::permissions(in.root, fs::perms::owner_read | fs::perms::owner_exec);
  check_environment_error([&] { static_cast<void>(in.get("a")); });
  fs::permissions(in.root, fs::perms::owner_all);
}

TEST_CASE("the cache is where the XDG rules say") {
  CHECK(default_cache_root({{"XDG_CACHE_HOME", "/x"}, {"HOME", "/h"}}) == "/x/quern");
  CHECK(default_cache_root({{"XDG_CACHE_HOME", ""}, {"HOME", "/h"}}) == "/h/.cache/quern");
  CHECK(default_cache_root({{"HOME", "/h"}}) == "/h/.cache/quern");
  CHECK_THROWS_AS(default_cache_root({}), Error);
  CHECK_THROWS_AS(default_cache_root({{"HOME", ""}}), Error);
}

TEST_SUITE_END();
