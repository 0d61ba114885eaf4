// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "harness/process/temporary_folder.hpp"
#include "worker/case/windows.h"
#include "worker/timing/clock.h"

namespace fs = std::filesystem;

namespace {

/// The clock: what an iteration takes on it, and what it was asked.
struct {
  long ns_each = 0;
  long iterations = 0;  // of the window that is open
  int starts = 0;
  int stops = 0;
  bool broken = false;
  int cold = 0;  // windows that take longer than they should
  std::string device;
} device_clock;

const char* open_clock(const char* device) {
  device_clock.device = device;
  return device_clock.device == "made_up:9" ? "no such device" : nullptr;
}
void start_clock() { ++device_clock.starts; }
void stop_clock() { ++device_clock.stops; }
long elapsed_ns() {
  if (device_clock.cold-- > 0) return 5'000'000;
  return device_clock.broken ? -1 : device_clock.ns_each * device_clock.iterations;
}

constexpr quern_clock kMadeUp = {"made_up", open_clock, start_clock, stop_clock, elapsed_ns};

struct Outcome {
  std::vector<long> windows;  // iterations of each, in order
  std::string result;
  bool ended = false;  // the process was ended
};

quern_request request_in(const fs::path& folder, const std::string& symbol) {
  quern_request request{};
  std::snprintf(request.symbol, sizeof request.symbol, "%s", symbol.c_str());
  std::snprintf(request.result, sizeof request.result, "%s", (folder / "result").c_str());
  return request;
}

std::string text_in(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Runs a case to its end in the folder where its orders are.
Outcome run(const std::string& orders, long ns_each, quern_code code = quern_fixed_code, const char* symbol = "x",
            int cold = 0) {
  const quern::TemporaryFolder folder("/tmp");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  std::ofstream("timing") << orders;
  device_clock = {};
  device_clock.ns_each = ns_each;
  device_clock.cold = cold;
  const quern_request request = request_in(folder.path(), symbol);
  quern_prepare_windows(&request, code);
  Outcome outcome;
  while (const long iterations = quern_next_window()) {
    outcome.windows.push_back(iterations);
    device_clock.iterations = iterations;
  }
  if (quern_windows_done() != 0) quern_write_result();
  outcome.result = text_in("result");
  fs::current_path(before);
  return outcome;
}

/// What a case writes that is ended on its way.
std::string refused(const std::string& orders, void (*action)()) {
  const quern::TemporaryFolder folder("/tmp");
  std::ofstream(folder.path() / "timing") << orders;
  const quern_request request = request_in(folder.path(), "x");
  const pid_t child = fork();
  if (child == 0) {
    fs::current_path(folder.path());
    device_clock = {};
    quern_prepare_windows(&request, quern_fixed_code);
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  return text_in(folder.path() / "result");
}

constexpr const char* kShort = "device made_up\nround 1\n";

}  // namespace

const quern_clock* quern_find_clock(const char* device) {
  return std::string(device).starts_with("made_up") ? &kMadeUp : nullptr;
}

TEST_SUITE_BEGIN("worker/timing/blocks");

TEST_CASE("a block is as many iterations as the clock can tell") {
  const Outcome outcome = run(kShort, 1000);
  REQUIRE(outcome.windows.size() > 11);
  CHECK(outcome.windows[0] == 3);
  CHECK(std::vector<long>(outcome.windows.begin() + 1, outcome.windows.begin() + 11) ==
        std::vector<long>{1, 2, 4, 8, 16, 32, 64, 128, 128, 128});
  CHECK(outcome.windows.back() == 128);
  CHECK(device_clock.starts == device_clock.stops);
  CHECK(device_clock.starts == static_cast<int>(outcome.windows.size()) - 1);
}

TEST_CASE("a first iteration that takes long, because all is cold, does not make short blocks") {
  const Outcome outcome = run(kShort, 1000, quern_fixed_code, "x", 2);
  CHECK(outcome.windows.back() == 128);
}

TEST_CASE("every block that is measured is written, with its time") {
  const std::vector<std::string> lines = lines_of(run(kShort, 1000).result);
  REQUIRE(lines.size() >= 2);
  CHECK(lines.front().starts_with("block 128 1 128000 "));
  CHECK(lines.back() == "done");
}

TEST_CASE("a statement that takes long is run once in a block") {
  const std::vector<std::string> lines = lines_of(run(kShort, 50'000'000).result);
  CHECK(lines.front().starts_with("block 1 1 50000000 "));
}

TEST_CASE("an interpreter's block is several of the longest windows that it has") {
  const Outcome outcome = run(kShort, 100, quern_specialising_code);
  CHECK(outcome.windows.back() == 256);
  CHECK(lines_of(outcome.result).front().starts_with("block 256 4 102400 "));
}

TEST_CASE("a length that is given is kept, and nothing is tried out") {
  const Outcome outcome = run("device made_up\nround 1\niterations 7\nwindows 2\n", 10, quern_specialising_code);
  CHECK(outcome.windows[1] == 7);
  CHECK(lines_of(outcome.result).front().starts_with("block 7 2 140 "));
}

TEST_CASE("a clock that stands still ends the search") {
  const Outcome outcome = run(kShort, 0);
  CHECK(outcome.windows.back() == 1 << 22);
  CHECK(lines_of(outcome.result).back() == "done");
}

TEST_CASE("the clock is opened with the whole name of the device") {
  run("device made_up:3\nround 1\n", 1000);
  CHECK(device_clock.device == "made_up:3");
}

TEST_CASE("a rehearsal has no orders and is not timed") {
  const Outcome outcome = run("", 1000, quern_fixed_code, "");
  CHECK(outcome.windows == std::vector<long>{3});
  CHECK(device_clock.starts == 0);
  CHECK(outcome.result == "done\n");
}

TEST_CASE("a round has an end, however short its blocks are") {
  const Outcome outcome = run("device made_up\nround 60000000\niterations 1\nwindows 1\n", 1);
  CHECK(lines_of(outcome.result).size() == 512 + 1);
}

TEST_CASE("what cannot be timed says why") {
  const auto nothing = [] {};
  CHECK(refused("", nothing) == "failed\nthe orders for timing cannot be read\n");
  CHECK(refused("device abacus\nround 1\n", nothing) == "failed\nthere is no clock for this device\n");
  CHECK(refused("device made_up:9\nround 1\n", nothing) == "failed\nno such device\n");
}

TEST_CASE("a device that does not answer ends the case") {
  const auto lose = [] {
    device_clock.broken = true;
    while (quern_next_window() != 0) {
    }
  };
  CHECK(refused(kShort, lose) == "failed\nthe device did not tell how long the block took\n");
}

TEST_CASE("statements that are left, or begin anew, are refused") {
  const auto leave = [] { quern_following_window(1); };
  const auto again = [] {
    quern_first_window();
    quern_first_window();
  };
  CHECK(refused(kShort, leave).find("'break' or 'goto'") != std::string::npos);
  CHECK(refused(kShort, again).find("jumps back to its setup") != std::string::npos);
}

TEST_SUITE_END();
