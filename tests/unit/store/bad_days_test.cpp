// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fcntl.h>

#include <array>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "harness/store/run_store.hpp"
#include "tests/unit/child.hpp"
#include "tests/unit/store/faulty_disk.hpp"
#include "tests/unit/store/store_file.hpp"

using namespace quern;
using namespace quern::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kDamaged =
    "environment: the store '@/runs.sqlite' is damaged, or no store of quern\n"
    "move it away; 'quern runs import' fills a new one from exported runs";
constexpr const char* kInUse =
    "environment: the store '@/runs.sqlite' is in use by another program\ntry again when that is done";
constexpr const char* kNoStore =
    "usage: there is no store at '@/runs.sqlite'\n'quern run --save NAME' makes one, and 'quern runs import FILE'";
constexpr std::chrono::milliseconds kImpatient(50);

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

/// A transaction of another program, open as long as this lives.
class OtherProgram {
 public:
  OtherProgram(const StoreFile& store, const char* sql) {
    REQUIRE(sqlite3_open(store.file.c_str(), &handle_) == SQLITE_OK);
    REQUIRE(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  ~OtherProgram() { sqlite3_close(handle_); }
  OtherProgram(const OtherProgram&) = delete;
  OtherProgram& operator=(const OtherProgram&) = delete;

 private:
  sqlite3* handle_ = nullptr;
};

struct Fixture : StoreFile {
  [[nodiscard]] std::string writing() const {
    return thrown_by(*this, [&] { RunStore(file, RunStore::Mode::write, kImpatient).import(made_up_document(2)); });
  }
  [[nodiscard]] std::string reading() const {
    return thrown_by(*this, [&] {
      const RunStore store(file, RunStore::Mode::read, kImpatient);
      for (const RunSummary& run : store.list(100)) static_cast<void>(store.document(run.id));
    });
  }
};

}  // namespace

TEST_SUITE_BEGIN("harness/store/bad_days");

TEST_CASE_FIXTURE(Fixture, "no store is not made by looking for one") {
  CHECK(reading() == kNoStore);
  CHECK_FALSE(fs::exists(file));
  overwrite(file, "");  // its quern was killed before it wrote anything
  CHECK(reading() == kNoStore);
  CHECK(writing() == "nothing");
  CHECK(reading() == "nothing");
}

TEST_CASE_FIXTURE(Fixture, "while another program writes, reading goes on and writing says why it does not") {
  write().import(made_up_document(1));
  const OtherProgram other(*this, "BEGIN EXCLUSIVE");
  CHECK(writing() == kInUse);
  CHECK(reading() == "nothing");
}

TEST_CASE_FIXTURE(Fixture, "a store that another program has for itself is in use for readers too") {
  write().import(made_up_document(1));
  const OtherProgram other(*this, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  CHECK(writing() == kInUse);
  CHECK(reading() == kInUse);
}

TEST_CASE_FIXTURE(Fixture, "a short lock is waited for") {
  write().import(made_up_document(1));
  Child holder([&](int output) {
    const OtherProgram other(*this, "BEGIN EXCLUSIVE");
    Child::say(output, ".");
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(write().import(made_up_document(2)) == 2);
  CHECK(holder.output() == ".");
}

TEST_CASE_FIXTURE(Fixture, "several processes make a store and write to it at once") {
  constexpr int kProcesses = 4;
  constexpr int kCases = 15;
  {
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < kProcesses; ++i)
      children.push_back(std::make_unique<Child>([this, i](int output) {
        RunStore store = write();
        const Json header = made_up_header(fmt::format("2026-11-0{}T01:00:00Z", i + 1));
        const std::int64_t run = store.begin(header);
        for (int c = 0; c < kCases; ++c)
          store.add_case(run, static_cast<std::size_t>(c), made_up_case(fmt::format("c{}", c), i * 100 + c));
        store.finish(run, header);
        store.name(run, "main");
        Child::say(output, "done");
      }));
    for (const std::unique_ptr<Child>& child : children) CHECK(child->output() == "done");
  }
  const RunStore store = read();
  const std::vector<RunSummary> runs = store.list(100);
  REQUIRE(runs.size() == kProcesses);
  for (int i = 0; i < kProcesses; ++i) {
    Json expected = made_up_header(fmt::format("2026-11-0{}T01:00:00Z", i + 1));
    for (int c = 0; c < kCases; ++c) expected["cases"].push_back(made_up_case(fmt::format("c{}", c), i * 100 + c));
    CHECK(store.document(runs[static_cast<std::size_t>(kProcesses - 1 - i)].id) == expected);
  }
  CHECK(value("SELECT count(*) FROM cases") == std::to_string(kCases));
  CHECK(value("PRAGMA integrity_check") == "ok");
}

TEST_CASE("whenever another makes the store while it is being opened, both are right") {
  bool happened = true;
  long at = 0;
  while (happened) {
    ++at;
    const StoreFile place;
    use_shared_disk(at, [&] { place.write().import(made_up_document(1)); });
    const std::string error = thrown_by(place, [&] { place.write().import(made_up_document(2)); });
    happened = disk_locks() >= at;
    use_plain_disk();
    CAPTURE(at);
    CHECK(error == "nothing");
    CHECK(place.read().list(10).size() == (happened ? 2 : 1));
  }
  CHECK(at > 3);  // the file is looked at, its journal changed, and it is looked at again
}

TEST_CASE_FIXTURE(Fixture, "rubbish and a cut file are damaged") {
  overwrite(file, std::string(10000, 'x'));
  CHECK(reading() == kDamaged);
  CHECK(writing() == kDamaged);
  CHECK(contents(file) == std::string(10000, 'x'));
  fs::remove(file);
  for (int i = 0; i < 30; ++i) write().import(made_up_document(i));
  const std::string whole = contents(file);
  for (const std::size_t part : {2U, 3U, 5U}) {
    overwrite(file, whole.substr(0, whole.size() / part));
    CHECK(reading() == kDamaged);
  }
}

TEST_CASE_FIXTURE(Fixture, "whichever page is garbled, it is noticed or does not matter") {
  std::vector<std::string> expected;
  for (int i = 0; i < 20; ++i) {
    const Json document = made_up_document(i, fmt::format("2026-11-01T01:00:{:02}Z", i));
    write().import(document);
    expected.push_back(document.dump());
  }
  const std::string whole = contents(file);
  constexpr std::size_t kPage = 4096;
  REQUIRE(whole.size() > 10 * kPage);
  std::size_t noticed = 0;
  for (std::size_t at = 0; at < whole.size(); at += kPage) {
    CAPTURE(at);
    std::string garbled = whole;
    const std::size_t marks = at == 0 ? 100 : 0;  // the file's own header says whose it is
    for (std::size_t i = at + marks; i < at + kPage; ++i) garbled[i] = static_cast<char>(i * 37 % 251);
    overwrite(file, garbled);
    std::vector<std::string> found;
    const std::string said = thrown_by(*this, [&] {
      const RunStore store = read();
      for (const RunSummary& run : store.list(100)) found.insert(found.begin(), store.document(run.id).dump());
    });
    if (said == "nothing") CHECK(found == expected);
    if (said != "nothing") CHECK(said == kDamaged);
    noticed += said == kDamaged ? 1 : 0;
  }
  CHECK(noticed >= 5);
}

TEST_CASE_FIXTURE(Fixture, "a database of another program is left alone") {
  sql("CREATE TABLE customers (name TEXT); INSERT INTO customers VALUES ('x')");
  const std::string before = contents(file);
  const std::string expected =
      "environment: '@/runs.sqlite' is a database of another program\nchoose another with --store FILE";
  CHECK(reading() == expected);
  CHECK(writing() == expected);
  CHECK(contents(file) == before);
}

TEST_CASE_FIXTURE(Fixture, "a store of a newer quern is left alone") {
  write().import(made_up_document(1));
  sql("PRAGMA user_version = 99");
  const std::string expected =
      "environment: the store '@/runs.sqlite' was written by a newer quern: its version is 99, this quern knows 1\n"
      "use that quern, or choose another with --store FILE";
  CHECK(reading() == expected);
  CHECK(writing() == expected);
}

TEST_CASE_FIXTURE(Fixture, "a folder in place of the store or a file in place of its folder is said") {
  fs::create_directory(file);
  CHECK(writing() ==
        "environment: the store '@/runs.sqlite' cannot be opened: Is a directory\nchoose another with --store FILE");
  fs::remove(file);
  overwrite(file, "x");
  CHECK(thrown_by(*this, [&] { RunStore(file / "sub" / "runs.sqlite", RunStore::Mode::write); }) ==
        "environment: cannot make the folder '@/runs.sqlite/sub' of the store: Not a directory\n"
        "choose another store with --store FILE");
}

namespace {

void allow(const StoreFile& store, fs::perms folder, fs::perms file) {
  fs::permissions(store.file, file);
  fs::permissions(store.folder.path(), folder);
}

constexpr fs::perms kLook = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                            fs::perms::others_exec | fs::perms::group_read | fs::perms::group_exec;
constexpr fs::perms kRead = fs::perms::owner_read | fs::perms::others_read | fs::perms::group_read;

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a store that cannot be written can be read, and says so to who writes") {
  write().import(made_up_document(1));
  allow(*this, kLook, kRead);
  Child child([this](int output) {
    become_nobody();
    Child::say(output, read().document(1).dump() + "\n" + writing());
  });
  CHECK(child.output() == made_up_document(1).dump() +
                              "\nenvironment: the store '@/runs.sqlite' cannot be written\n"
                              "choose another with --store FILE");
  allow(*this, fs::perms::owner_all, kRead | fs::perms::owner_write);
}

TEST_CASE_FIXTURE(Fixture, "an unwritable store whose writer was killed asks to be copied") {
  Child killed([this](int /*output*/) {
    write().import(made_up_document(1));
    RunStore store = write();
    store.import(made_up_document(2));
    _exit(0);  // without closing: the second run is in the log
  });
  CHECK(killed.survived());
  REQUIRE(fs::file_size(file.string() + "-wal") > 0);
  fs::remove(file.string() + "-shm");
  allow(*this, kLook, kRead);
  Child child([this](int output) {
    become_nobody();
    Child::say(output, reading());
  });
  CHECK(child.output() ==
        "environment: the store '@/runs.sqlite' was not closed, and its folder cannot be written\n"
        "copy it together with '@/runs.sqlite-wal' to where you can write");
  allow(*this, fs::perms::owner_all, kRead | fs::perms::owner_write);
  CHECK(read().list(10).size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "a file that cannot even be read is said") {
  write().import(made_up_document(1));
  allow(*this, kLook, fs::perms::none);
  Child child([this](int output) {
    become_nobody();
    Child::say(output, reading());
  });
  CHECK(child.output() ==
        "environment: the store '@/runs.sqlite' cannot be opened: Permission denied\nchoose another with --store FILE");
  allow(*this, fs::perms::owner_all, kRead | fs::perms::owner_write);
}

TEST_CASE_FIXTURE(Fixture, "reading leaves no files behind") {
  write().import(made_up_document(1));
  static_cast<void>(read().document(1));
  std::size_t files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
    files += entry.path().filename().string().starts_with("runs.sqlite") ? 1 : 0;
  CHECK(files == 1);
}

TEST_SUITE_END();
