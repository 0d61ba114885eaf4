/* SPDX-License-Identifier: Apache-2.0 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* usleep */
#endif
#include "worker/case/windows.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "callgrind_client/client.h"
#include "worker/allocator/pinned_malloc.h"
#include "worker/protocol/keys.h"

enum {
  kPathSize = sizeof(((struct quern_request*)0)->dumps) + 32,
  kFirstWarmUp = 3,
  kWarmUp = 20,
  kSpecialised = 260,
  kBarelySpecialised = 16,
  kSettling = 3,                 /* iterations until an interpreter has adapted itself */
  kPairBudget = 1000000,         /* instructions that the longer window of a pair should hold */
  kFixedBudget = 5000000,        /* instructions of a warm-up */
  kSpecialisedBudget = 20000000, /* the same for interpreted code, … */
  kBudgetPerBlock = 170000,      /* … and for each block that one iteration allocates */
  kRest = 10000,                 /* microseconds */
};

struct Window {
  int part;
  long iterations;
  int threads; /* when it opened or when it closed, whichever was more */
  struct quern_allocations allocated;
};

/* In iterations, for a statement of some cost. */
struct Lengths {
  long longer;     /* of every pair */
  long shorter[3]; /* of one pair after the other */
  int interpreted; /* used for interpreted code too */
};

enum Phase {
  phase_start,
  phase_first_warm_up,
  phase_settling,
  phase_pilot,
  phase_second_warm_up,
  phase_last_warm_up,
  phase_measuring,
  phase_done
};

/* What an interpreter remembers, tried in several arrangements. */
struct Trials {
  quern_arrange arrange;
  void* argument;
  int tried;
  int best;   /* the arrangement of the lowest count */
  long least; /* that count */
};

static struct {
  const struct quern_request* request;
  enum quern_code code;
  enum Phase phase;
  int parts; /* dumps so far */
  const struct quern_adaptive* instructions;
  size_t instruction_count;
  struct Trials trials;
  long warm_up; /* iterations still to come */
  const struct Lengths* lengths;
  int opened; /* windows so far */
  int open;
  struct quern_allocations before;
  struct Window windows[QUERN_MOST_WINDOWS];
} state;

/* Callgrind numbers the dumps of a process; a fork begins anew, a case that follows a rehearsal without one does not.
 */
static struct {
  pid_t process;
  int parts;
} dumper;

static struct quern_allocations allocations(void) {
  const struct quern_allocations none = {0, 0};
  return quern_count_allocations != NULL ? quern_count_allocations() : none;
}

static int count_threads(void) {
  struct stat folder;
  return stat("/proc/self/task", &folder) == 0 ? (int)folder.st_nlink - 2 : 1;
}

static long microseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Pools spin for a while before their threads sleep, when they are made and after work. Whatever they count would land
   in the window, so it opens only when the process uses no more time while we sleep. Patience is measured in the
   process's own time: on a busy machine what ends soon may take long. */
static void wait_until_quiet(void) {
  enum { kPatience = 3000000, kSleep = 10000, kQuiet = 1000 };
  if (count_threads() == 1) return;
  const long begin = microseconds(CLOCK_PROCESS_CPUTIME_ID);
  while (microseconds(CLOCK_PROCESS_CPUTIME_ID) - begin < kPatience) {
    const long before = microseconds(CLOCK_PROCESS_CPUTIME_ID);
    usleep(kSleep);
    if (microseconds(CLOCK_PROCESS_CPUTIME_ID) - before < kQuiet) return;
  }
  quern_write_failure("a thread keeps running between iterations: its work cannot be told from the statement's");
  kill(getpid(), SIGKILL);
}

static long open_window(long iterations) {
  wait_until_quiet();
  state.open = 1;
  state.before = allocations();
  struct Window* window = &state.windows[state.opened++];
  window->iterations = iterations;
  window->threads = count_threads();
  return iterations;
}

static void close_window(void) {
  const int threads = count_threads();
  /* A pool's threads go back to sleep after the statement has its result, some 55 instructions each: they belong to
     the window. One sleep of fixed length costs the same in every window, so it cancels. */
  if (threads > 1) usleep(kRest);
  quern_dump_stats("window");
  struct Window* window = &state.windows[state.opened - 1];
  const struct quern_allocations now = allocations();
  window->part = ++state.parts;
  if (threads > window->threads) window->threads = threads;
  window->allocated.count = now.count - state.before.count;
  window->allocated.bytes = now.bytes - state.before.bytes;
  state.open = 0;
}

static void dump_path(char* path, int part) {
  const char* const pid = strstr(state.request->dumps, "%p");
  const int prefix = pid == NULL ? 0 : (int)(pid - state.request->dumps);
  snprintf(path, kPathSize, "%.*s%d.%d", prefix, state.request->dumps, (int)getpid(), part);
}

/* The pilot's count, from the last line of its dump (`totals: n`): how long the windows are must follow from counts,
   not from time, or two runs would choose differently. */
static long pilot_instructions(void) {
  char path[kPathSize];
  dump_path(path, state.parts);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return kPairBudget; /* not under Callgrind */
  char tail[128] = {0};
  lseek(file, -(off_t)(sizeof tail - 1), SEEK_END);
  const ssize_t got = read(file, tail, sizeof tail - 1);
  close(file);
  const char* const totals = got > 0 ? strstr(tail, "totals: ") : NULL;
  return totals == NULL ? kPairBudget : atol(totals + 8);
}

/* Even, and where it can be multiples of 12: blocks that iterations swap among themselves make patterns of period 2, 3
   or 4, which a whole number of periods evens out. The longest are 1,008 iterations in three pairs: enough to see work
   that comes once in a thousand. Pairs differ, because three alike would agree on a wrong number if the work comes once
   in each of them; with other lengths what is not proportional to the iterations gives other counts. An interpreter's
   statements have been repeated often by the warm-up already, and its windows are at most as long as its server has
   prepared (MOST_ITERATIONS). */
static const struct Lengths* lengths_for(long instructions) {
  static const struct Lengths kLengths[] = {{240, {120, 24, 144}, 1}, {96, {48, 24, 48}, 0}, {48, {24, 24, 24}, 0},
                                            {24, {12, 12, 12}, 1},    {8, {4, 4, 4}, 1},     {4, {2, 2, 2}, 1}};
  const struct Lengths* const last = kLengths + sizeof kLengths / sizeof *kLengths - 1;
  const struct Lengths* lengths = kLengths;
  for (; lengths != last; ++lengths) {
    const int serves = state.code == quern_fixed_code || lengths->interpreted;
    if (serves && lengths->longer * instructions <= kPairBudget) break;
  }
  return lengths;
}

/* As many iterations as fit into the budget, within bounds. Without a threshold: of a statement that becomes a little
   dearer nothing else changes much. */
static long affordable(long instructions, long budget, long fewest, long most) {
  const long iterations = instructions > 0 ? budget / instructions : most;
  if (iterations < fewest) return fewest;
  return iterations > most ? most : iterations;
}

/* An interpreter has specialised after the shortest warm-up what it can. After the longest one its lists of free
   objects (80 or 100 long) are as full as they get, and names that an iteration makes anew take turns in the slots of
   its cache of attributes. What it remembers are objects, which are allocated: a statement that is dear because it
   makes many (LSTM: 685 blocks in 771,000 instructions) needs a longer warm-up than a kernel that computes as long with
   5 of them, and of which nothing is remembered. */
static long warm_up_for(long instructions, unsigned long blocks) {
  if (state.code == quern_fixed_code) return affordable(instructions, kFixedBudget, 0, kWarmUp);
  const long budget = kSpecialisedBudget + (long)blocks * kBudgetPerBlock;
  return affordable(instructions, budget, kBarelySpecialised, kSpecialised);
}

static void hold_counters(void) {
  enum { kMost = 0xfff0 }; /* the lowest four bits say how often it was tried */
  for (size_t i = 0; i < state.instruction_count; ++i) *state.instructions[i].counter |= kMost;
}

/* As if nothing had been specialised yet, with an attempt due at once: which of several types an instruction is
   specialised for, and whether it is given up just now, must not follow from how often it was run before. An
   instruction that is still plain belongs to code that the interpreter has not begun to adapt. A counter of 1 is due:
   the lowest four bits are not part of the number. */
static void forget_specialisation(void) {
  for (size_t i = 0; i < state.instruction_count; ++i) {
    const struct quern_adaptive* const instruction = &state.instructions[i];
    uint8_t* const opcode = (uint8_t*)instruction->counter - 2;
    if (*opcode != instruction->plain || instruction->plain == instruction->adaptive) {
      *opcode = instruction->adaptive;
      *instruction->counter = 1;
    }
  }
}

static long measure_further(void) {
  hold_counters(); /* for each window: all of them together would outlast a counter */
  const int pair = state.opened / 2;
  return open_window(state.opened % 2 == 0 ? state.lengths->shorter[pair % 3] : state.lengths->longer);
}

static long start_measuring(void) {
  state.opened = 0; /* the pilot does not count */
  state.phase = phase_measuring;
  return measure_further();
}

/* The same for every history: the warm-up before it was for the rest of what an interpreter remembers. */
static long adapt_once_more(void) {
  if (state.code == quern_fixed_code) return start_measuring();
  state.phase = phase_last_warm_up;
  forget_specialisation();
  return kSettling;
}

static long warm_up_further(void) {
  enum { kMost = 250 }; /* at a time: an interpreter that makes small integers once makes larger ones again and again */
  const long iterations = state.warm_up < kMost ? state.warm_up : kMost;
  state.warm_up -= iterations;
  return iterations > 0 ? iterations : adapt_once_more();
}

/* The length of the windows is given: nothing is left to find out. */
static long skip_pilot(void) {
  static struct Lengths given;
  given.longer = 2 * state.request->unit;
  for (int pair = 0; pair < 3; ++pair) given.shorter[pair] = state.request->unit;
  state.lengths = &given;
  state.warm_up = state.code == quern_fixed_code ? kWarmUp : kSpecialised;
  state.phase = phase_second_warm_up;
  return warm_up_further();
}

static long open_pilot(void) {
  state.phase = phase_pilot;
  state.opened = 0;
  return open_window(1);
}

static long arrange_anew(int arrangement) {
  state.trials.arrange(state.trials.argument, arrangement);
  forget_specialisation();
  return kSettling;
}

static long begin_trial(void) {
  state.phase = phase_settling;
  return arrange_anew(++state.trials.tried);
}

/* Caches of the interpreter in which two entries that the statement needs push each other out cost it a search in every
   iteration, in some arrangements and not in others. One without such a pair is the cheapest: the first count that is
   found a second time. What varies by itself may never repeat, and is not worth many trials. */
static int is_settled(long instructions) {
  enum { kMostTrials = 12 };
  struct Trials* const trials = &state.trials;
  const int again = trials->tried > 1 && instructions == trials->least;
  if (trials->tried == 1 || instructions <= trials->least) {
    trials->least = instructions;
    trials->best = trials->tried;
  }
  return trials->arrange == NULL || again || trials->tried == kMostTrials;
}

/* Iterations that only some servers needed to find the arrangement. */
static long spent_on_trials(void) {
  enum { kFewestTrials = 2 };
  const struct Trials* const trials = &state.trials;
  const long further = trials->tried > kFewestTrials ? trials->tried - kFewestTrials : 0;
  return further * (kSettling + 1) + (trials->best == trials->tried ? 0 : kSettling);
}

/* Trials are part of the warm-up: the windows open after as many iterations, however many trials it took. A statement
   that leaves blocks behind in each iteration, as cycles that nobody collects, would find the heap fuller else. */
static long end_pilot(void) {
  const long instructions = pilot_instructions();
  if (!is_settled(instructions)) return begin_trial();
  state.lengths = lengths_for(instructions);
  const long warm_up = warm_up_for(instructions, state.windows[0].allocated.count) - spent_on_trials();
  state.warm_up = warm_up > 0 ? warm_up : 0;
  state.phase = phase_second_warm_up;
  return state.trials.best == state.trials.tried ? warm_up_further() : arrange_anew(state.trials.best);
}

/* Of what comes next, the number of iterations. */
static __attribute__((noinline)) long advance(void) {
  switch (state.phase) {
    case phase_start:
      if (quern_make_room != NULL) quern_make_room();
      state.phase = phase_first_warm_up;
      return kFirstWarmUp;
    case phase_first_warm_up:
      if (state.request->unit != 0) return skip_pilot();
      if (state.trials.arrange != NULL) return begin_trial();
      return open_pilot();
    case phase_settling:
      return open_pilot();
    case phase_pilot:
      return end_pilot();
    case phase_second_warm_up:
      return warm_up_further();
    case phase_last_warm_up:
      return start_measuring();
    case phase_measuring:
    case phase_done:
      break;
  }
  if (state.opened < 2 * state.request->pairs) return measure_further();
  state.phase = phase_done;
  return 0;
}

/* Counting begins here and nowhere else: every window must have the same way from its begin to the statement, however
   it was decided that it is opened. */
long quern_next_window(void) {
  if (state.open) close_window();
  const long iterations = advance();
  if (state.open) quern_zero_stats();
  return iterations;
}

int quern_windows_done(void) { return state.phase == phase_done; }

void quern_prepare_windows(const struct quern_request* request, enum quern_code code) {
  memset(&state, 0, sizeof state);
  state.parts = dumper.process == getpid() ? dumper.parts : 0;
  state.request = request;
  state.code = code;
}

void quern_hold_instructions(const struct quern_adaptive* instructions, size_t count) {
  state.instructions = instructions;
  state.instruction_count = count;
}

void quern_arrange_with(quern_arrange arrange, void* argument) {
  state.trials.arrange = arrange;
  state.trials.argument = argument;
}

static void write_file(const char* path, const char* text, size_t length) {
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return; /* the driver reports a result that is missing */
  while (length > 0) {
    const ssize_t written = write(file, text, length);
    if (written <= 0) break;
    text += written;
    length -= (size_t)written;
  }
  close(file);
}

void quern_write_result(void) {
  static char text[QUERN_MOST_WINDOWS * 96];
  int size = 0;
  for (int i = 0; i < state.opened; ++i) {
    const struct Window* window = &state.windows[i];
    size += snprintf(text + size, sizeof text - (size_t)size, QUERN_RESULT_WINDOW " %d %ld %d %lu %lu\n", window->part,
                     window->iterations, window->threads, window->allocated.count, window->allocated.bytes);
  }
  size += snprintf(text + size, sizeof text - (size_t)size, QUERN_RESULT_DONE "\n");
  write_file(state.request->result, text, (size_t)size);
}

void quern_remove_dumps(void) {
  char path[kPathSize];
  for (int part = 1; part <= state.parts; ++part) {
    dump_path(path, part);
    unlink(path);
  }
}

void quern_continue_numbers(void) {
  dumper.process = getpid();
  dumper.parts = state.parts;
}

void quern_write_failure(const char* reason) {
  static char text[4096];
  const int size = snprintf(text, sizeof text, QUERN_RESULT_FAILED "\n%.4000s\n", reason);
  write_file(state.request->result, text, (size_t)size);
}

static void refuse(const char* reason) {
  quern_write_failure(reason);
  kill(getpid(), SIGKILL);
}

long quern_first_window(void) {
  if (state.phase != phase_start) refuse("the statement jumps back to its setup: no iteration runs to its end");
  return quern_next_window();
}

long quern_following_window(long left) {
  if (left != 0) refuse("the statement is left by 'break' or 'goto': every iteration must run to its end");
  return quern_next_window();
}
