// SPDX-License-Identifier: Apache-2.0
#include "harness/build/cache.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <functional>
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
  std::vector<std::string> said;
  Cache cache{root, [this](const std::string& sentence) { said.push_back(sentence); }};
  int made = 0;
  Inputs inputs;
  std::function<void()> while_made;

  CacheEntry get(const std::string& key, std::size_t bytes = 1) {
    return cache.entry("kind", key, [&](const fs::path& entry) {
      ++made;
      std::ofstream(entry / "file") << std::string(bytes, 'x');
      if (while_made) while_made();
      return inputs;
    });
  }

  /// A file that entries are made from, written long enough ago.
  std::string source(const std::string& name, const std::string& text) const {
    const fs::path path = folder.path() / name;
    std::ofstream(path) << text;
    std::this_thread::sleep_for(10ms);
    return path.string();
  }

  [[nodiscard]] std::vector<fs::path> entries(const std::string& key) const {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "kind" / key, ignored))
      found.push_back(entry.path());
    return found;
  }

  void age(const std::string& key, std::chrono::hours hours) const {
    fs::last_write_time(entries(key).at(0), fs::file_time_type::clock::now() - hours);
  }

  [[nodiscard]] bool has(const std::string& key) const { return !entries(key).empty(); }
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
  CHECK(path.parent_path() == in.root / "kind" / "a");
  CHECK(fs::exists(path / "file"));
  CHECK(in.get("a").path == path);
  CHECK(in.made == 1);
  static_cast<void>(in.get("b"));
  CHECK(in.made == 2);
}

TEST_CASE("a making that fails leaves nothing, and its exception comes through") {
  InFolder in;
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
  InFolder in;
  check_environment_error([&] {
    in.cache.entry("kind", "a", [](const fs::path& entry) {
      fs::create_directory(entry / "no" / "such");
      return Inputs{};
    });
  });
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
  InFolder in;
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
  InFolder in;
  static_cast<void>(in.get("a"));
  static_cast<void>(in.get("b"));
  in.age("a", 3h);
  in.age("b", 2h);
  static_cast<void>(in.get("a"));
  CHECK(in.cache.list().front().key.starts_with("b/"));
}

TEST_CASE("what was used longest ago goes first, and no more than must go") {
  InFolder in;
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
  InFolder in;
  const CacheEntry used = in.get("used", 100);
  static_cast<void>(in.get("unused", 100));
  in.age("used", 3h);
  CHECK(in.cache.shrink(0) >= 100);
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

TEST_CASE("an entry is valid for what its files contain, not for when they were written") {
  InFolder in;
  const std::string header = in.source("h.hpp", "ten");
  in.inputs.files = {header};
  const CacheEntry first = in.get("a");
  in.source("h.hpp", "ten");
  CHECK(in.get("a").path == first.path);
  CHECK(in.made == 1);
  in.source("h.hpp", "two");
  const CacheEntry second = in.get("a");
  CHECK(in.made == 2);
  CHECK(second.path != first.path);
  CHECK(second.state != first.state);
  CHECK(fs::exists(first.path / "file"));  // a run that uses it goes on
  in.source("h.hpp", "ten");               // and is served again when the header is as it was
  CHECK(in.get("a").path == first.path);
  CHECK(in.made == 2);
}

TEST_CASE("times that are set back hide nothing, in small files and in large ones") {
  InFolder in;
  for (const std::size_t size : {std::size_t{10}, std::size_t{3} << 20U}) {
    const std::string file = in.source("file", std::string(size, 'a'));
    fs::last_write_time(file, fs::file_time_type::clock::now() - 2h);
    std::this_thread::sleep_for(10ms);
    in.inputs.files = {file};
    const CacheEntry first = in.get(std::to_string(size));
    const auto before = fs::last_write_time(file);
    in.source("file", std::string(size, 'b'));
    fs::last_write_time(file, before);
    std::this_thread::sleep_for(10ms);
    CHECK(in.get(std::to_string(size)).path != first.path);
  }
  CHECK(in.made == 4);
}

TEST_CASE("a file that went, and one that came where none was, make an entry invalid") {
  InFolder in;
  const std::string header = in.source("h.hpp", "x");
  const std::string earlier = (in.folder.path() / "earlier.hpp").string();
  in.inputs = {{header}, {earlier}};
  static_cast<void>(in.get("a"));
  static_cast<void>(in.get("a"));
  CHECK(in.made == 1);
  fs::remove(header);
  CHECK_FALSE(in.cache.find("kind", "a"));
  in.source("h.hpp", "x");
  CHECK(in.cache.find("kind", "a"));
  in.source("earlier.hpp", "y");
  CHECK_FALSE(in.cache.find("kind", "a"));
}

TEST_CASE("a link is what it leads to") {
  InFolder in;
  const std::string one = in.source("one", "1");
  const std::string two = in.source("two", "2");
  const fs::path link = in.folder.path() / "link";
  fs::create_symlink(one, link);
  in.inputs.files = {link.string()};
  static_cast<void>(in.get("a"));
  fs::remove(link);
  fs::create_symlink(two, link);
  static_cast<void>(in.get("a"));
  CHECK(in.made == 2);
}

TEST_CASE("a file that changes while it is read is read again") {
  InFolder in;
  const std::string header = in.source("h.hpp", "old");
  in.inputs.files = {header};
  in.while_made = [&] {
    if (in.made == 1) in.source("h.hpp", "new");
  };
  const CacheEntry entry = in.get("a");
  CHECK(in.made == 2);
  CHECK(in.get("a").path == entry.path);
  in.source("h.hpp", "old");
  CHECK_FALSE(in.cache.find("kind", "a"));  // what was made from it was thrown away
}

TEST_CASE("a file that keeps changing is an error, and leaves nothing") {
  InFolder in;
  const std::string header = in.source("h.hpp", "0");
  in.inputs.files = {header};
  in.while_made = [&] { in.source("h.hpp", std::to_string(in.made)); };
  CHECK_THROWS_WITH_AS(static_cast<void>(in.get("a")), ("'" + header + "' changes while it is read").c_str(), Error);
  CHECK_FALSE(in.has("a"));
  CHECK(fs::is_empty(in.root / "making"));
}

TEST_CASE("reading may have begun before the making") {
  InFolder in;
  in.inputs.since = file_clock();
  std::this_thread::sleep_for(10ms);
  in.inputs.files = {in.source("module.py", "x")};
  in.while_made = [&] {
    if (in.made == 2) in.inputs.since = file_clock();
  };
  static_cast<void>(in.get("a"));
  CHECK(in.made == 2);
}

TEST_CASE("a damaged entry is told of and made again") {
  InFolder in;
  const auto write = [&](const fs::path& file, const std::string& text) { std::ofstream(file) << text; };
  const auto damages = std::vector<std::function<void(const fs::path&)>>{
      [&](const fs::path& entry) { write(entry / "file", "y"); },
      [&](const fs::path& entry) { write(entry / "file", ""); },
      [&](const fs::path& entry) { fs::remove(entry / "file"); },
      [&](const fs::path& entry) { write(entry / "more", "z"); },
      [&](const fs::path& entry) { write(entry / "inputs", ""); },
      [&](const fs::path& entry) { fs::resize_file(entry / "inputs", fs::file_size(entry / "inputs") - 1); },
      [&](const fs::path& entry) {
        fs::rename(entry / "file", in.folder.path() / "elsewhere");
        fs::create_symlink(in.folder.path() / "elsewhere", entry / "file");
      }};
  for (const auto& damage : damages) {
    in.made = 0;
    in.said.clear();
    damage(in.get("a").path);
    const int before = in.made;
    const CacheEntry entry = in.get("a");
    CHECK(in.made == before + 1);
    CHECK(fs::file_size(entry.path / "file") == 1);
    CHECK(in.entries("a").size() == 1);
    REQUIRE(in.said.size() == 1);
    CHECK(in.said.front().ends_with("in the cache is damaged, and made again"));
    CHECK(in.said.front().starts_with("'kind/a/"));
  }
}

TEST_CASE("a damaged entry that is in use stays for its user, and is not used by others") {
  InFolder in;
  const CacheEntry used = in.get("a");
  std::ofstream(used.path / "file") << "y";
  CHECK(in.get("a").path != used.path);
  CHECK(fs::exists(used.path / "file"));
}

TEST_CASE("threads that need entries at once make each once") {
  InFolder in;
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

TEST_CASE("the cache's own files are no inputs: they may be made again elsewhere") {
  InFolder in;
  const CacheEntry part = in.get("part");
  in.inputs.files = {(part.path / "file").string()};
  CHECK(in.get("whole").files.empty());
}

TEST_CASE("what an older quern left is listed, and goes when it is old") {
  InFolder in;
  fs::create_directories(in.root / "kind" / "old");
  std::ofstream(in.root / "kind" / "old" / "snippets.so") << "123";
  REQUIRE(in.cache.list().size() == 1);
  CHECK(in.cache.list().front().bytes == 3);
  CHECK_FALSE(in.cache.find("kind", "old"));
  CHECK(in.cache.shrink(0) == 3);
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
    check_environment_error([&] { Cache(root).entry("kind", "a", [](const fs::path&) { return Inputs{}; }); });
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
