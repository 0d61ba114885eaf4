// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "base/error.hpp"
#include "tests/unit/build/in_cache.hpp"

using namespace quern;
using test::InCache;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

TEST_SUITE_BEGIN("harness/build/cache_inputs");

TEST_CASE("an entry is valid for what its files contain, not for when they were written") {
  InCache in;
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
  InCache in;
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

TEST_CASE("a large file that changed is noticed, though size and time are as before and it had been at rest") {
  InCache in;
  constexpr std::size_t kSize = std::size_t{3} << 20U;
  const std::string library = in.source("library.so", std::string(kSize, 'a'));
  std::this_thread::sleep_for(1100ms);  // what changed within the last second is read again in any case
  in.inputs.files = {library};
  const CacheEntry first = in.get("a");
  CHECK(in.get("a").path == first.path);
  const auto before = fs::last_write_time(library);
  in.source("library.so", std::string(kSize, 'b'));
  fs::last_write_time(library, before);
  CHECK_FALSE(in.cache.find("kind", "a"));
}

TEST_CASE("a file that went, and one that came where none was, make an entry invalid") {
  InCache in;
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
  InCache in;
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
  InCache in;
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
  InCache in;
  const std::string header = in.source("h.hpp", "0");
  in.inputs.files = {header};
  in.while_made = [&] { in.source("h.hpp", std::to_string(in.made)); };
  CHECK_THROWS_WITH_AS(static_cast<void>(in.get("a")), ("'" + header + "' changes while it is read").c_str(), Error);
  CHECK_FALSE(in.has("a"));
  CHECK(fs::is_empty(in.root / "making"));
}

TEST_CASE("reading may have begun before the making") {
  InCache in;
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
  InCache in;
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
  InCache in;
  const CacheEntry used = in.get("a");
  std::ofstream(used.path / "file") << "y";
  CHECK(in.get("a").path != used.path);
  CHECK(fs::exists(used.path / "file"));
}

TEST_CASE("the cache's own files are no inputs: they may be made again elsewhere") {
  InCache in;
  const CacheEntry part = in.get("part");
  in.inputs.files = {(part.path / "file").string()};
  CHECK(in.get("whole").files.empty());
}

TEST_SUITE_END();
