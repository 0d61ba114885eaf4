// SPDX-License-Identifier: Apache-2.0
#include "worker/case/windows.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "callgrind_client/client.h"
#include "harness/process/temporary_folder.hpp"
#include "worker/allocator/pinned_malloc.h"

namespace fs = std::filesystem;

namespace {

/// Callgrind, as far as windows can tell: what a dump says, and where it goes. Nothing outside Valgrind.
struct {
  fs::path folder;
  std::string total;
  int zeroed = 0;
  int dumped = 0;
} callgrind;

/// The allocator: how many blocks every window allocates, and what it was asked for.
struct {
  unsigned long blocks = 0;
  unsigned long counted = 0;
  int made_room = 0;
} allocator;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

quern_allocations quern_count_allocations() { return {allocator.counted += allocator.blocks, 0}; }

void quern_make_room() { ++allocator.made_room; }

void quern_zero_stats() { ++callgrind.zeroed; }

void quern_dump_stats(const char* /*name*/) {
  ++callgrind.dumped;
  if (callgrind.total.empty()) return;
  const std::string name = std::to_string(getpid()) + "." + std::to_string(callgrind.dumped);
  std::ofstream(callgrind.folder / name) << std::string(200, 'x') << "\ntotals: " << callgrind.total << "\n";
}

namespace {

/// One case, whose statement takes `total` instructions, as a dump says.
struct Case {
  explicit Case(const std::string& total = "", quern_code code = quern_fixed_code, int pairs = 3) {
    callgrind = {folder.path(), total, 0, 0};
    allocator = {};
    request.pairs = pairs;
    std::snprintf(request.result, sizeof request.result, "%s/result", folder.path().c_str());
    std::snprintf(request.dumps, sizeof request.dumps, "%s/%%p", folder.path().c_str());
    quern_prepare_windows(&request, code);
  }

  /// The iterations of all windows.
  static std::vector<long> run() {
    std::vector<long> iterations;
    while (const long n = quern_next_window()) iterations.push_back(n);
    return iterations;
  }

  [[nodiscard]] std::string result() const { return text_of(request.result); }

  quern::TemporaryFolder folder;
  quern_request request = {"", 1, 1, 0, "", "", ""};
};

using Iterations = std::vector<long>;

/// What comes after the first warm-up and the pilot: the second warm-up, in however many steps, and one pair of
/// windows.
struct AfterPilot {
  explicit AfterPilot(const std::string& total, quern_code code = quern_fixed_code, unsigned long blocks = 0) {
    const Case measured(total, code, 1);
    allocator.blocks = blocks;
    iterations = Case::run();
    REQUIRE(iterations.size() >= 4);
    pair = {*(iterations.end() - 2), iterations.back()};
    warm_up = std::accumulate(iterations.begin() + 2, iterations.end() - 2, 0L);
  }

  Iterations iterations;
  Iterations pair;
  long warm_up = 0;
};

}  // namespace

TEST_SUITE_BEGIN("worker/case/windows");

TEST_CASE("there is a warm-up, a pilot, a warm-up, then pairs of windows, the second of a pair longer") {
  const Case measured("100");
  CHECK(Case::run() == Iterations{3, 1, 20, 120, 240, 24, 240, 144, 240});
  CHECK(callgrind.zeroed == 7);
  CHECK(callgrind.dumped == 7);
}

TEST_CASE("outside Valgrind, where there is no count, windows are as short as they get") {
  const Case measured;
  const Iterations iterations = Case::run();
  REQUIRE(iterations.size() >= 8);
  CHECK(Iterations(iterations.begin(), iterations.begin() + 2) == Iterations{3, 1});
  CHECK(Iterations(iterations.end() - 6, iterations.end()) == Iterations{2, 4, 2, 4, 2, 4});
}

TEST_CASE("how long windows are follows from the pilot's count") {
  CHECK(AfterPilot("100").pair == Iterations{120, 240});
  CHECK(AfterPilot("4166").pair == Iterations{120, 240});
  CHECK(AfterPilot("4167").pair == Iterations{48, 96});
  CHECK(AfterPilot("20000").pair == Iterations{24, 48});
  CHECK(AfterPilot("40000").pair == Iterations{12, 24});
  CHECK(AfterPilot("100000").pair == Iterations{4, 8});
  CHECK(AfterPilot("400000").pair == Iterations{2, 4});
}

TEST_CASE("the windows of a cheap statement see a thousand iterations, in both kinds of code") {
  for (const quern_code code : {quern_fixed_code, quern_specialising_code}) {
    const Case measured("4000", code, 3);
    const Iterations iterations = Case::run();
    REQUIRE(iterations.size() > 6);
    CHECK(std::accumulate(iterations.end() - 6, iterations.end(), 0L) >= 1000);
  }
}

/// What pairs of windows count per iteration of work that comes once in `period` iterations, `first` being the first.
std::vector<double> counts_of(const Iterations& windows, long period, long first) {
  std::vector<double> counts;
  const auto before = [&](long end) { return end <= first ? 0 : (end - first - 1) / period + 1; };
  long begin = 0;
  for (std::size_t i = 0; i + 1 < windows.size(); i += 2) {
    const long middle = begin + windows[i];
    const long end = middle + windows[i + 1];
    const long more = before(end) - 2 * before(middle) + before(begin);
    counts.push_back(static_cast<double>(more) / static_cast<double>(windows[i + 1] - windows[i]));
    begin = end;
  }
  return counts;
}

TEST_CASE("work that comes once in so many iterations hardly ever gives equal counts that are wrong") {
  const Case measured("100");
  const Iterations iterations = Case::run();
  const Iterations windows(iterations.end() - 6, iterations.end());
  for (const long period : {9L, 36L, 90L, 100L, 144L, 171L, 180L, 256L, 360L, 400L, 500L, 624L, 1000L}) {
    long wrong = 0;
    for (long first = 0; first < period; ++first) {
      const std::vector<double> counts = counts_of(windows, period, first);
      const bool equal = counts[0] == counts[1] && counts[1] == counts[2];
      if (equal && std::abs(counts[0] * static_cast<double>(period) - 1) > 1e-9) ++wrong;
    }
    CAPTURE(period);
    CHECK(wrong * 5 < period);  // with three pairs alike all of 9, 36, 90, 180 and 360
  }
}

TEST_CASE("a dear statement needs no second warm-up") {
  CHECK(AfterPilot("100").warm_up == 20);
  CHECK(AfterPilot("90000000").warm_up == 0);
}

TEST_CASE("the warm-up becomes shorter little by little as a statement becomes dearer") {
  for (const quern_code code : {quern_fixed_code, quern_specialising_code}) {
    const long all = AfterPilot("100", code).warm_up;
    long last = all;
    for (double instructions = 50000; instructions < 10000000; instructions *= 1.01) {
      const long warm_up = AfterPilot(std::to_string(static_cast<long>(instructions)), code).warm_up;
      CHECK(warm_up <= last);
      CHECK(last - warm_up <= all / 50 + 1);  // for 1 % more
      last = warm_up;
    }
    CHECK(last == AfterPilot("90000000", code).warm_up);
    CHECK(last < all / 10);
  }
}

TEST_CASE("a dump that cannot be read is no reason to stop") { CHECK(AfterPilot("?").pair.back() > 0); }

TEST_CASE("code that an interpreter specialises is warmed up for longer, the dear one too") {
  const AfterPilot cheap("100", quern_specialising_code);
  CHECK(cheap.warm_up >= 100);
  CHECK(cheap.pair == Iterations{120, 240});
  CHECK(AfterPilot("4167", quern_specialising_code).pair == Iterations{12, 24});
  CHECK(AfterPilot("90000000", quern_specialising_code).warm_up >= 10);
}

TEST_CASE("interpreted code that makes many objects is warmed up for longer than a kernel that is as dear") {
  const long kernel = AfterPilot("771214", quern_specialising_code, 5).warm_up;
  const long objects = AfterPilot("771214", quern_specialising_code, 685).warm_up;
  CHECK(kernel < 40);
  CHECK(objects > 150);
  CHECK(AfterPilot("771214", quern_specialising_code, 100000).warm_up ==
        AfterPilot("1", quern_specialising_code).warm_up);
  CHECK(AfterPilot("771214", quern_fixed_code, 685).warm_up == AfterPilot("771214").warm_up);
}

TEST_CASE("the allocator makes room once, when the setup is done") {
  const Case measured("100");
  CHECK(allocator.made_room == 0);
  quern_first_window();
  CHECK(allocator.made_room == 1);
  Case::run();
  CHECK(allocator.made_room == 1);
}

TEST_CASE("no window is longer than what a Python server has prepared") {
  const std::string server = text_of(fs::path(QUERN_SOURCES) / "worker/python/server.py");
  const std::string name = "MOST_ITERATIONS = ";
  const long most = std::stol(server.substr(server.find(name) + name.size()));
  for (const long iterations : AfterPilot("100", quern_specialising_code).iterations) CHECK(iterations <= most);
}

TEST_CASE("the case is over only when all windows are closed") {
  const Case measured("100", quern_fixed_code, 1);
  CHECK(quern_windows_done() == 0);
  for (int i = 0; i < 5; ++i) CHECK(quern_next_window() > 0);
  CHECK(quern_windows_done() == 0);
  CHECK(quern_next_window() == 0);
  CHECK(quern_windows_done() != 0);
  CHECK(quern_next_window() == 0);
}

TEST_CASE("a case that leaves an iteration, or begins anew, ends with that as its failure") {
  const auto outcome_of = [](auto statement) {
    const Case measured("100", quern_fixed_code, 1);
    const pid_t child = fork();
    if (child == 0) {
      statement();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    return measured.result();
  };
  CHECK(outcome_of([] {
          quern_following_window(quern_first_window() - 1);
        }).starts_with("failed\nthe statement is left"));
  CHECK(outcome_of([] {
          quern_first_window();
          quern_first_window();
        }).starts_with("failed\nthe statement jumps back"));
}

TEST_CASE("a case that runs its iterations to their end has its windows") {
  const Case measured("100", quern_fixed_code, 1);
  Iterations iterations;
  for (long n = quern_first_window(); n != 0; n = quern_following_window(0)) iterations.push_back(n);
  CHECK(iterations == Iterations{3, 1, 20, 120, 240});
  CHECK(quern_windows_done() != 0);
}

TEST_CASE("threads that take long to come to rest, but work little, are waited for") {
  using namespace std::chrono_literals;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const Case measured;
  std::thread busy([&, begin = now()] {
    // As on a busy machine: half a core, for longer than anybody would wait for a thread that spins.
    while (now() - begin < 3300ms) {
      for (const auto turn = now(); now() - turn < 4ms;) {
      }
      std::this_thread::sleep_for(4ms);
    }
  });
  CHECK(Case::run().size() > 6);  // a case that is given up kills its process
  busy.join();
}

TEST_CASE("the outcome lists part, iterations, threads and allocations of each window, without the pilot's") {
  const Case measured("", quern_fixed_code, 2);
  Case::run();
  quern_write_result();
  CHECK(measured.result() == "window 2 2 1 0 0\nwindow 3 4 1 0 0\nwindow 4 2 1 0 0\nwindow 5 4 1 0 0\ndone\n");
}

TEST_CASE("windows of a given length need no pilot") {
  Case measured("100", quern_fixed_code, 1);
  measured.request.unit = 2;
  Case::run();
  quern_write_result();
  CHECK(measured.result() == "window 1 2 1 0 0\nwindow 2 4 1 0 0\ndone\n");
}

TEST_CASE("the most windows that there may be have room in the outcome") {
  const Case measured("", quern_fixed_code, QUERN_MOST_WINDOWS / 2);
  Case::run();
  quern_write_result();
  CHECK(measured.result().ends_with("\ndone\n"));
}

TEST_CASE("a failure is written with its reason, cut if it is long") {
  const Case measured;
  quern_write_failure("out of luck");
  CHECK(measured.result() == "failed\nout of luck\n");
  quern_write_failure(std::string(10000, 'x').c_str());
  CHECK(measured.result() == "failed\n" + std::string(4000, 'x') + "\n");
}

TEST_CASE("a result that cannot be written is nobody's end") {
  Case measured;
  std::snprintf(measured.request.result, sizeof measured.request.result, "%s/no/result",
                measured.folder.path().c_str());
  quern_write_failure("out of luck");
  CHECK(measured.result().empty());
}

TEST_CASE("the dumps of all windows can be removed") {
  const Case measured("100");
  Case::run();
  CHECK(std::distance(fs::directory_iterator(measured.folder.path()), {}) == 7);
  quern_remove_dumps();
  CHECK(fs::is_empty(measured.folder.path()));
}

namespace {

constexpr std::uint8_t kPlain = 106;
constexpr std::uint8_t kAdaptive = 39;
constexpr std::uint8_t kSpecialised = 40;

/// An instruction of two bytes, and its counter.
struct Instruction {
  std::uint8_t opcode = kSpecialised;
  std::uint8_t argument = 7;
  std::uint16_t counter = 0x0003;

  quern_adaptive adaptive(std::uint8_t tries = kAdaptive) { return {&counter, kPlain, tries}; }
};

/// Remembers what it was asked for.
void arrange(void* asked, int arrangement) { static_cast<std::vector<int>*>(asked)->push_back(arrangement); }

/// The arrangements that are tried if their pilots count these.
std::vector<int> arrangements(const std::vector<std::string>& totals) {
  const Case measured("", quern_specialising_code, 1);
  std::vector<int> asked;
  quern_next_window();
  quern_arrange_with(arrange, &asked);
  while (quern_next_window() == 3 && quern_next_window() == 1)  // adapts itself, then a pilot
    callgrind.total = totals[(asked.size() - 1) % totals.size()];
  return asked;
}

}  // namespace

TEST_CASE("counters are set as high as they go before every window, and keep their lowest bits") {
  Instruction code[3];
  code[1].counter = 0xffff;
  code[2].counter = 0x0100;
  const quern_adaptive held[] = {code[0].adaptive(), code[2].adaptive()};
  const Case measured("100");
  quern_hold_instructions(held, 2);
  for (int i = 0; i < 3; ++i) quern_next_window();
  CHECK(code[0].counter == 0x0003);
  quern_next_window();
  CHECK(code[0].counter == 0xfff3);
  CHECK(code[1].counter == 0xffff);
  CHECK(code[2].counter == 0xfff0);
  code[0].counter = 0x0123;
  quern_next_window();
  CHECK(code[0].counter == 0xfff3);
}

TEST_CASE("specialised code is adapted anew before the first window, whatever it was before") {
  Instruction specialised;
  Instruction plain{kPlain, 7, 0x0123};
  Instruction of_newer{kSpecialised, 7, 0x0123};
  const quern_adaptive held[] = {specialised.adaptive(), plain.adaptive(), of_newer.adaptive(kPlain)};
  const Case measured("100", quern_specialising_code, 1);
  quern_hold_instructions(held, 3);
  Iterations iterations;
  while (specialised.opcode != kAdaptive) iterations.push_back(quern_next_window());
  CHECK(iterations.back() == 3);  // to adapt itself, then come the windows
  CHECK(specialised.counter == 1);
  CHECK(specialised.argument == 7);
  CHECK(plain.opcode == kPlain);  // of code that is not adapted yet
  CHECK(plain.counter == 0x0123);
  CHECK(of_newer.opcode == kPlain);
  CHECK(of_newer.counter == 1);
  CHECK(quern_next_window() == 120);
}

TEST_CASE("of the arrangements that an interpreter can be in, the cheapest that comes twice is taken") {
  using Asked = std::vector<int>;
  CHECK(arrangements({"100"}) == Asked{1, 2});
  CHECK(arrangements({"120", "100", "120", "130", "100"}) == Asked{1, 2, 3, 4, 5});
  CHECK(arrangements({"100", "120", "100"}) == Asked{1, 2, 3});
}

TEST_CASE("windows open after as many iterations, however many arrangements were tried") {
  const auto iterations_before = [](const std::vector<std::string>& totals) {
    const Case measured("", quern_specialising_code, 1);
    std::vector<int> asked;
    Iterations iterations = {quern_next_window()};
    quern_arrange_with(arrange, &asked);
    while (const long n = quern_next_window()) {
      iterations.push_back(n);
      callgrind.total = totals[std::min(asked.size(), totals.size()) - 1];
    }
    return std::accumulate(iterations.begin(), iterations.end() - 2, 0L);
  };
  const long fewest = iterations_before({"100"});
  CHECK(iterations_before({"120", "100", "120", "130", "100"}) == fewest);
  CHECK(iterations_before({"89", "90", "91", "92", "93", "94", "95", "96", "97", "98", "99", "100"}) == fewest);
}

TEST_CASE("if no count comes twice, the cheapest arrangement of all is taken again") {
  const std::vector<std::string> falling = {"100", "99", "98", "97", "96", "95", "94", "93", "92", "91", "90", "89"};
  CHECK(arrangements(falling).size() == 12);
  CHECK(arrangements(falling).back() == 12);
  std::vector<std::string> rising = falling;
  std::reverse(rising.begin(), rising.end());
  CHECK(arrangements(rising).size() == 13);
  CHECK(arrangements(rising).back() == 1);
}

TEST_SUITE_END();
