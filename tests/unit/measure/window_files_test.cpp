// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/window_files.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/error.hpp"
#include "harness/process/temporary_folder.hpp"
#include "tests/unit/contains.hpp"

using namespace quern;
using quern::test::contains;
namespace fs = std::filesystem;

namespace {

/// What a worker left, to be written by hand.
struct Left {
  TemporaryFolder folder;
  fs::path result = folder.path() / "result";
  fs::path dumps = folder.path() / "dumps";

  Left() { fs::create_directory(dumps); }

  void say(const std::string& text) const { std::ofstream(result) << text; }
  void dump(int part, const std::string& text) const {
    std::ofstream(dumps / ("4711." + std::to_string(part))) << text;
  }
  void fixture(int part, const std::string& name) const {
    fs::copy_file(fs::path(QUERN_PROFILE_FIXTURES) / name, dumps / ("4711." + std::to_string(part)));
  }

  [[nodiscard]] CaseOutcome read(int threads = 1) const { return read_case({result, dumps, threads}); }

  [[nodiscard]] Failure failure() const {
    CaseOutcome outcome = read();
    REQUIRE(std::holds_alternative<Failure>(outcome));
    return std::get<Failure>(outcome);
  }
};

std::string profile(int instructions) {
  const std::string count = std::to_string(instructions);
  return "version: 1\nevents: Ir Dr\nsummary: " + count + " 7\nfl=a.c\nfn=f\n1 " + count + " 7\ntotals: " + count +
         " 7\n";
}

}  // namespace

TEST_SUITE_BEGIN("harness/measure/window_files");

TEST_CASE("each window is read from its own dump, with all events and the worker's own counts") {
  const Left left;
  left.say("window 1 10 1 3 160\nwindow 2 110 1 33 1760\ndone\n");
  left.dump(1, profile(1000));
  left.dump(2, profile(9000));
  left.dump(12, profile(5));
  const CaseOutcome outcome = left.read();
  REQUIRE(std::holds_alternative<std::vector<Window>>(outcome));
  const auto& windows = std::get<std::vector<Window>>(outcome);
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].iterations == 10);
  CHECK(windows[0].instructions() == 1000);
  CHECK(windows[0].events.at("alloc_count") == 3);
  CHECK(windows[0].events.at("alloc_bytes") == 160);
  CHECK(windows[0].events.at("Dr") == 7);
  CHECK(windows[1].iterations == 110);
  CHECK(windows[1].instructions() == 9000);
}

TEST_CASE("system calls are counted, of one thread, and how long they took is not kept") {
  const Left left;
  left.say("window 1 10 1 0 0\ndone\n");
  left.dump(1, "version: 1\nevents: Ir sysCount sysTime\nsummary: 9 3 1\nfl=a.c\nfn=f\n1 9 4 1\ntotals: 9 4 1\n");
  const auto windows = std::get<std::vector<Window>>(left.read());
  CHECK(windows.at(0).events.at("sysCount") == 3);
  CHECK_FALSE(windows.at(0).events.contains("sysTime"));
  CHECK_FALSE(std::get<std::vector<Window>>(left.read(2)).at(0).events.contains("sysCount"));
}

TEST_CASE("a dump of the real Callgrind is read") {
  const Left left;
  left.say("window 2 10 1 0 0\ndone\n");
  left.fixture(2, "window.out");
  CHECK(std::get<std::vector<Window>>(left.read()).at(0).instructions() == 837);
}

TEST_CASE("an exception is a failure with its message, without the backtrace") {
  const Left left;
  left.say(
      "window 1 10 1 0 0\nfailed\nsizes do not match\nat dimension 1\nException raised from f at g.cpp:1\nframe #0\n");
  left.dump(1, profile(1));
  const Failure failure = left.failure();
  CHECK(failure.kind == FailureKind::exception);
  CHECK(failure.message == "sizes do not match\nat dimension 1");
}

TEST_CASE("the backtrace of an old release, which has no heading, is no part of the message") {
  const Left left;
  left.say("failed\nexpected type A but got B (f at g.cpp:1)\nframe #0: f() (0x1 in /tmp/quern-abc/lib/libc10.so)\n");
  CHECK(left.failure().message == "expected type A but got B (f at g.cpp:1)");
}

TEST_CASE("an exception without words is a failure all the same") {
  const Left left;
  left.say("failed\n");
  CHECK(left.failure().kind == FailureKind::exception);
}

TEST_CASE("a worker that ended before it was done left nothing") {
  const Left left;
  CHECK(std::holds_alternative<NothingLeft>(left.read()));
  left.say("");
  CHECK(std::holds_alternative<NothingLeft>(left.read()));
  left.say("window 1 10 1 0 0\n");
  left.dump(1, profile(1));
  CHECK(std::holds_alternative<NothingLeft>(left.read()));
}

TEST_CASE("a missing dump is a failure of the profile") {
  const Left left;
  left.say("window 3 10 1 0 0\ndone\n");
  CHECK(left.failure().kind == FailureKind::profile);
  CHECK(left.failure().message == "Callgrind wrote no dump for window 3");
}

TEST_CASE("a missing folder of dumps is one too") {
  const Left left;
  left.say("window 3 10 1 0 0\ndone\n");
  fs::remove(left.dumps);
  CHECK(left.failure().kind == FailureKind::profile);
}

TEST_CASE("damaged dumps are failures of the profile") {
  for (const char* name : {"empty.out", "truncated.out", "truncated_header.out", "no_totals.out", "wrong_sum.out",
                           "newer_version.out", "not_a_profile.out", "overflow.out"}) {
    CAPTURE(name);
    const Left left;
    left.say("window 1 10 1 0 0\ndone\n");
    left.fixture(1, name);
    const Failure failure = left.failure();
    CHECK(failure.kind == FailureKind::profile);
    CHECK_FALSE(failure.message.empty());
  }
}

TEST_CASE("a worker's words that cannot be understood are a failure that shows them") {
  for (const char* line :
       {"window", "window 1", "window 1 ten 1 0 0", "window 1 10 0 0", "rubbish 1 10 1 0 0", "", "DONE"}) {
    CAPTURE(line);
    const Left left;
    left.say(std::string(line) + "\ndone\n");
    CHECK(left.failure().kind == FailureKind::profile);
    CHECK(left.failure().log == line);
  }
}

TEST_CASE("with several threads the summary, which Callgrind gets wrong, is not looked at, and all of them count") {
  const Left left;
  left.fixture(1, "wrong_summary.out");
  left.say("window 1 10 1 0 0\ndone\n");
  CHECK(std::get<std::vector<Window>>(left.read(2)).at(0).instructions() == 11);
  left.say("window 1 10 3 0 0\ndone\n");
  CHECK(std::get<std::vector<Window>>(left.read(1)).at(0).instructions() == 11);
}

TEST_CASE("costs that do not agree with the summary of one thread are no count") {
  const Left left;
  left.say("window 1 10 1 0 0\ndone\n");
  left.fixture(1, "wrong_summary.out");
  const Failure failure = left.failure();
  CHECK(failure.kind == FailureKind::profile);
  CHECK(contains(failure.message, "sum to 11, its summary is"));
  CHECK(contains(failure.message, "set num_threads"));
}

TEST_CASE("threads that came and went within a window of one count too, as the dump names who made them") {
  const Left left;
  left.say("window 1 10 1 0 0\ndone\n");
  left.dump(1,
            "version: 1\nevents: Ir\nsummary: 19\nfn=(1) pthread_create@@GLIBC_2.34\n0 4\nfn=(2) f\n0 7\ntotals: 11\n");
  CHECK(std::get<std::vector<Window>>(left.read(1)).at(0).instructions() == 11);
  left.dump(1,
            "version: 1\nevents: Ir\nsummary: 19\nfn=(1) pthread_create@@GLIBC_2.34\n0 4\nfn=(2) f\n0 7\ntotals: 12\n");
  CHECK(left.failure().kind == FailureKind::profile);
}

TEST_CASE("pairs are numbered over all processes of a case, and each is read from its own dumps") {
  const Left left;
  const std::string two_windows = "window 1 10 1 0 0\nwindow 2 20 1 0 0\ndone\n";
  left.say(two_windows);
  left.dump(1, profile(100));
  left.dump(2, profile(150));
  const CaseFiles files{left.result, left.dumps, 1};
  std::vector<CaseFiles> processes = {set_aside(files, left.folder.path() / "kept"), files};
  CHECK(fs::is_empty(left.dumps));
  CHECK_FALSE(fs::exists(left.result));
  left.say(two_windows);
  left.dump(1, profile(100));
  left.dump(2, profile(170));
  CHECK(read_functions(find_pair(processes, 0)).self.total() == 50);
  CHECK(read_functions(find_pair(processes, 1)).self.total() == 70);
  CHECK(longer_window(find_pair(processes, 0)) == left.folder.path() / "kept" / "out" / "4711.2");
  CHECK(longer_window(find_pair(processes, 1)) == left.dumps / "4711.2");
  CHECK_THROWS_AS(find_pair(processes, 2), Error);
}

TEST_CASE("functions are not read from costs that do not agree with the summary") {
  const Left left;
  left.say("window 1 10 1 0 0\nwindow 2 20 1 0 0\ndone\n");
  left.dump(1, profile(100));
  left.fixture(2, "wrong_summary.out");
  const std::vector<CaseFiles> processes = {{left.result, left.dumps, 1}};
  CHECK_THROWS_AS(read_functions(find_pair(processes, 0)), Error);
}

TEST_CASE("blocks that were timed need no dumps") {
  const Left left;
  left.say("block 256 2 5120 0 3\nblock 256 2 5130 1 3\ndone\n");
  const CaseOutcome outcome = read_case({left.result, left.dumps, 1, false, true});
  const auto& blocks = std::get<std::vector<Window>>(outcome);
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[1].iterations == 256);
  CHECK(blocks[1].events.at(kBlockTime) == 5130);
  CHECK(blocks[1].events.at(kBlockWindows) == 2);
  CHECK(blocks[1].events.at(kBlockPreempted) == 1);
  CHECK(blocks[1].events.at(kBlockCore) == 3);
}

TEST_CASE("what is no block is not taken for one") {
  const Left left;
  for (const char* line : {"window 1 10 1 0 0", "block 256 2 x 0 0", "block 0 1 5 0 0", "block 1 0 5 0 0", "block"}) {
    CAPTURE(std::string(line));
    left.say(std::string(line) + "\ndone\n");
    const CaseOutcome outcome = read_case({left.result, left.dumps, 1, false, true});
    REQUIRE(std::holds_alternative<Failure>(outcome));
    CHECK(std::get<Failure>(outcome).kind == FailureKind::profile);
  }
  left.say("block 1 1 5 0 0\ndone\n");
  CHECK(std::holds_alternative<Failure>(left.read()));
}

TEST_SUITE_END();
