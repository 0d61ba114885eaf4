// SPDX-License-Identifier: Apache-2.0
#include "harness/build/cache.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>

#include "base/error.hpp"
#include "tests/unit/build/in_cache.hpp"
#include "tests/unit/child.hpp"

using namespace quern;
using test::InCache;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

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
  InCache in;
  const fs::path path = in.get("a").path;
  CHECK(path.parent_path() == in.root / "kind" / "a");
  CHECK(fs::exists(path / "file"));
  CHECK(in.get("a").path == path);
  CHECK(in.made == 1);
  static_cast<void>(in.get("b"));
  CHECK(in.made == 2);
}

TEST_CASE("a making that fails leaves nothing, and its exception comes through") {
  InCache in;
  const auto make = [](const fs::path& entry) -> Inputs {
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
  InCache in;
  check_environment_error([&] {
    in.cache.entry("kind", "a", [](const fs::path& entry) {
      fs::create_directory(entry / "no" / "such");
      return Inputs{};
    });
  });
  CHECK(fs::is_empty(in.root / "making"));
}

TEST_CASE("processes that need the same entry at once make it once") {
  InCache in;
  constexpr int kProcesses = 4;
  for (int i = 0; i < kProcesses; ++i) {
    if (fork() != 0) continue;
    bool whole = false;
    try {
      const CacheEntry entry = in.cache.entry("kind", "a", [&](const fs::path& folder) {
        std::ofstream(in.folder.path() / "makers", std::ios::app) << "x";
        std::this_thread::sleep_for(100ms);
        std::ofstream(folder / "file") << "x";
        return Inputs{};
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
  InCache in;
  static_cast<void>(in.get("new", 10));
  static_cast<void>(in.get("old", 20));
  in.age("old", 2h);
  const std::vector<Cache::Listed> entries = in.cache.list();
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].key.starts_with("old/"));
  CHECK(entries[0].kind == "kind");
  CHECK(entries[0].bytes - entries[1].bytes == 10);  // beside what was made, each has a manifest
  CHECK(entries[1].key.starts_with("new/"));
}

TEST_CASE("use makes an entry young") {
  InCache in;
  static_cast<void>(in.get("a"));
  static_cast<void>(in.get("b"));
  in.age("a", 3h);
  in.age("b", 2h);
  static_cast<void>(in.get("a"));
  CHECK(in.cache.list().front().key.starts_with("b/"));
}

TEST_CASE("what was used longest ago goes first, and no more than must go") {
  InCache in;
  for (const char* key : {"a", "b", "c"}) static_cast<void>(in.get(key, 100));
  in.age("b", 3h);
  in.age("a", 2h);
  in.age("c", 1h);
  const std::uintmax_t each = in.cache.list().front().bytes;
  CHECK(in.cache.shrink(3 * each) == 0);
  CHECK(in.cache.shrink(2 * each) == each);
  CHECK_FALSE(in.has("b"));
  CHECK(in.has("a"));
  CHECK(in.cache.shrink(0) == 2 * each);
  CHECK(in.cache.list().empty());
  CHECK(in.cache.shrink(0) == 0);
}

TEST_CASE("what is in use stays, however old") {
  InCache in;
  const CacheEntry used = in.get("used", 100);
  static_cast<void>(in.get("unused", 100));
  in.age("used", 3h);
  CHECK(in.cache.shrink(0) >= 100);
  CHECK(in.has("used"));
  CHECK_FALSE(in.has("unused"));
}

TEST_CASE("an entry that was removed is made again") {
  InCache in;
  static_cast<void>(in.get("a"));
  in.cache.shrink(0);
  static_cast<void>(in.get("a"));
  CHECK(in.made == 2);
}

TEST_CASE("threads that need entries at once make each once") {
  InCache in;
  constexpr int kThreads = 8;
  std::atomic<int> made = 0;
  std::atomic<int> whole = 0;
  in.source("h.hpp", "x");
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, key = std::to_string(i % 2)] {
      const CacheEntry entry = in.cache.entry("kind", key, [&](const fs::path& folder) {
        ++made;
        std::this_thread::sleep_for(50ms);
        std::ofstream(folder / "file") << "x";
        return Inputs{{(in.folder.path() / "h.hpp").string()}};
      });
      if (fs::exists(entry.path / "file")) ++whole;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(made == 2);
  CHECK(whole == kThreads);
}

TEST_CASE("what an older quern left is listed, and goes when it is old") {
  InCache in;
  fs::create_directories(in.root / "kind" / "old");
  std::ofstream(in.root / "kind" / "old" / "snippets.so") << "123";
  REQUIRE(in.cache.list().size() == 1);
  CHECK(in.cache.list().front().bytes == 3);
  CHECK_FALSE(in.cache.find("kind", "old"));
  CHECK(in.cache.shrink(0) == 3);
}

TEST_CASE("a cache that is not there lists nothing and makes nothing") {
  const InCache in;
  CHECK(in.cache.list().empty());
  CHECK_FALSE(fs::exists(in.root));
}

TEST_CASE("a root that cannot be is an environment error") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "x";
  for (const fs::path& root : {folder.path() / "file", folder.path() / "file" / "below", fs::path("/proc/quern")})
    check_environment_error([&] { Cache(root).entry("kind", "a", [](const fs::path&) { return Inputs{}; }); });
}

TEST_CASE("a file in the place of a folder is an environment error") {
  InCache in;
  fs::create_directories(in.root);
  std::ofstream(in.root / "kind") << "x";
  check_environment_error([&] { static_cast<void>(in.get("a")); });
}

TEST_CASE("a root that cannot be written to is an environment error") {
  InCache in;
  fs::create_directories(in.root);
  const fs::path folders[] = {in.root, in.root.parent_path(), in.folder.path()};
  for (const fs::path& folder : folders) fs::permissions(folder, fs::perms(0555));
  test::Child child([&](int output) {
    test::become_nobody();
    try {
      static_cast<void>(in.get("a"));
    } catch (const Error& error) {
      test::Child::say(output, std::string(error.what()).substr(0, 26));
    }
  });
  CHECK(child.output() == "the cache cannot be used: ");
  for (const fs::path& folder : folders) fs::permissions(folder, fs::perms::owner_all);
}

TEST_CASE("the cache is where the XDG rules say") {
  CHECK(default_cache_root({{"XDG_CACHE_HOME", "/x"}, {"HOME", "/h"}}) == "/x/quern");
  CHECK(default_cache_root({{"XDG_CACHE_HOME", ""}, {"HOME", "/h"}}) == "/h/.cache/quern");
  CHECK(default_cache_root({{"HOME", "/h"}}) == "/h/.cache/quern");
  CHECK_THROWS_AS(default_cache_root({}), Error);
  CHECK_THROWS_AS(default_cache_root({{"HOME", ""}}), Error);
}

TEST_SUITE_END();
