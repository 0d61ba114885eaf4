// SPDX-License-Identifier: Apache-2.0
#include "worker/cpp/windows.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "callgrind_client/client.h"
#include "worker/allocator/pinned_malloc.h"
#include "worker/cpp/case.hpp"

namespace quern {
namespace {

constexpr int kMostWindows = 64;
constexpr long kFirstWarmUp = 3;
constexpr long kSecondWarmUp = 20;      // for statements that are cheap enough
constexpr long kWindowBudget = 500000;  // instructions that the shorter window of a pair should hold
constexpr useconds_t kRest = 10000;     // microseconds
// Even, and where it can be a multiple of 12: blocks that iterations swap among themselves make patterns of period 2, 3
// or 4, which a whole number of periods evens out.
constexpr long kIterations[] = {48, 24, 12, 4, 2};

struct Window {
  int part;
  long iterations;
  quern_allocations allocated;
};

enum class Phase { start, first_warm_up, pilot, second_warm_up, measuring };

struct State {
  const CaseRequest* request;
  Phase phase;
  int parts;   // dumps so far
  long unit;   // iterations of the shorter window
  int opened;  // windows so far
  bool open;
  quern_allocations before;
  Window windows[kMostWindows];
};

State state;

quern_allocations allocations() {
  return quern_count_allocations != nullptr ? quern_count_allocations() : quern_allocations{0, 0};
}

int threads() {
  struct stat folder;
  return stat("/proc/self/task", &folder) == 0 ? static_cast<int>(folder.st_nlink) - 2 : 1;
}

long cpu_microseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Pools spin for a while before their threads sleep, when they are made and after work. Whatever they count would land
// in the window, so it opens only when the process uses no more time while we sleep.
void wait_until_quiet() {
  constexpr int kTries = 500;
  constexpr long kSleep = 10000;
  constexpr long kQuiet = 1000;
  for (int i = 0; i < kTries && threads() > 1; ++i) {
    const long before = cpu_microseconds();
    usleep(kSleep);
    if (cpu_microseconds() - before < kQuiet) return;
  }
}

long open_window(long iterations) {
  wait_until_quiet();
  state.open = true;
  state.before = allocations();
  Window& window = state.windows[state.opened++];
  window.iterations = iterations;
  quern_zero_stats();
  return iterations;
}

// A pool's threads go back to sleep after the statement has its result, some 55 instructions each: they belong to the
// window. One sleep of fixed length costs the same in every window, so it cancels.
void let_threads_rest() {
  if (threads() > 1) usleep(kRest);
}

void close_window() {
  let_threads_rest();
  quern_dump_stats("window");
  Window& window = state.windows[state.opened - 1];
  const quern_allocations now = allocations();
  window.part = ++state.parts;
  window.allocated = {now.count - state.before.count, now.bytes - state.before.bytes};
  state.open = false;
}

// The pilot's count, from the last line of its dump (`totals: n`): how long the windows are must follow from counts,
// not from time, or two runs would choose differently.
long pilot_instructions() {
  char path[sizeof(CaseRequest::dumps) + 32];
  const char* const pid = std::strstr(state.request->dumps, "%p");
  const int prefix = pid == nullptr ? 0 : static_cast<int>(pid - state.request->dumps);
  std::snprintf(path, sizeof path, "%.*s%d.%d", prefix, state.request->dumps, static_cast<int>(getpid()), state.parts);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return kWindowBudget;  // not under Callgrind
  char tail[128] = {};
  lseek(file, -static_cast<off_t>(sizeof tail - 1), SEEK_END);
  const ssize_t got = read(file, tail, sizeof tail - 1);
  close(file);
  const char* const totals = got > 0 ? std::strstr(tail, "totals: ") : nullptr;
  return totals == nullptr ? kWindowBudget : std::atol(totals + 8);
}

long iterations_for(long instructions) {
  for (const long iterations : kIterations)
    if (iterations * instructions <= kWindowBudget) return iterations;
  return 2;
}

long start_measuring() {
  state.opened = 0;  // the pilot does not count
  state.phase = Phase::measuring;
  return open_window(state.unit);
}

void write_file(const char* path, const char* text, std::size_t length) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;  // the driver reports a result that is missing
  while (length > 0) {
    const ssize_t written = write(file, text, length);
    if (written <= 0) break;
    text += written;
    length -= static_cast<std::size_t>(written);
  }
  close(file);
}

bool copy_value(const char* text, std::size_t length, const char* key, char* value, std::size_t capacity) {
  const std::size_t key_length = std::strlen(key);
  const char* const end = text + length;
  while (text < end) {
    const char* newline = static_cast<const char*>(std::memchr(text, '\n', static_cast<std::size_t>(end - text)));
    if (newline == nullptr) newline = end;
    const std::size_t line = static_cast<std::size_t>(newline - text);
    if (line > key_length && std::memcmp(text, key, key_length) == 0 && text[key_length] == ' ') {
      const std::size_t size = line - key_length - 1;
      if (size >= capacity) return false;
      std::memcpy(value, text + key_length + 1, size);
      value[size] = '\0';
      return true;
    }
    text = newline + 1;
  }
  return false;
}

bool read_number(const char* text, std::size_t length, const char* key, int& number) {
  char digits[16];
  if (!copy_value(text, length, key, digits, sizeof digits)) return false;
  number = std::atoi(digits);
  return number > 0;
}

}  // namespace

bool parse_request(const char* text, std::size_t length, CaseRequest& request) {
  return copy_value(text, length, "symbol", request.symbol, sizeof request.symbol) &&
         copy_value(text, length, "result", request.result, sizeof request.result) &&
         copy_value(text, length, "log", request.log, sizeof request.log) &&
         copy_value(text, length, "dumps", request.dumps, sizeof request.dumps) &&
         read_number(text, length, "threads", request.threads) && read_number(text, length, "pairs", request.pairs) &&
         request.pairs * 2 <= kMostWindows;
}

void prepare_windows(const CaseRequest& request) {
  state = State();
  state.request = &request;
}

void write_result() {
  static char text[kMostWindows * 96];
  int size = 0;
  for (int i = 0; i < state.opened; ++i) {
    const Window& window = state.windows[i];
    size += std::snprintf(text + size, sizeof text - static_cast<std::size_t>(size), "window %d %ld %lu %lu\n",
                          window.part, window.iterations, window.allocated.count, window.allocated.bytes);
  }
  size += std::snprintf(text + size, sizeof text - static_cast<std::size_t>(size), "done\n");
  write_file(state.request->result, text, static_cast<std::size_t>(size));
}

void write_failure(const char* reason) {
  static char text[4096];
  const int size = std::snprintf(text, sizeof text, "failed\n%.4000s\n", reason);
  write_file(state.request->result, text, static_cast<std::size_t>(size));
}

}  // namespace quern

long quern_next_window() {
  using namespace quern;
  if (state.open) close_window();
  switch (state.phase) {
    case Phase::start:
      state.phase = Phase::first_warm_up;
      return kFirstWarmUp;
    case Phase::first_warm_up:
      state.phase = Phase::pilot;
      return open_window(1);
    case Phase::pilot: {
      const long instructions = pilot_instructions();
      state.unit = iterations_for(instructions);
      if (instructions * kSecondWarmUp > kWindowBudget * 10) return start_measuring();
      state.phase = Phase::second_warm_up;
      return kSecondWarmUp;
    }
    case Phase::second_warm_up:
      return start_measuring();
    case Phase::measuring:
      break;
  }
  if (state.opened == 2 * state.request->pairs) return 0;
  return open_window(state.opened % 2 == 0 ? state.unit : 2 * state.unit);
}
