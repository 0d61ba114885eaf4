/* SPDX-License-Identifier: Apache-2.0 */
/* The windows of a case (worker/case/windows.h), timed instead of counted. A server that is linked with this file in
   place of worker/case/windows.c runs the same objects and the same Python, natively. One process measures one round:
   it finds how many iterations make a block that the clock can tell, warms up, and writes what each block took. What
   follows from the blocks, and whether there is another round, is the driver's to say. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RUSAGE_SELF's switches, sched_getcpu */
#endif
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "worker/case/windows.h"
#include "worker/protocol/keys.h"
#include "worker/timing/clock.h"
#include "worker/timing/orders.h"

enum {
  kFirst = 3,              /* iterations that nobody times */
  kBlock = 200000,         /* nanoseconds: a thousand times what it costs to read a clock, and a fraction of a tick */
  kWarmUp = 2000000,       /* nanoseconds */
  kMostBlocks = 512,       /* of a round */
  kMostWindows = 64,       /* of a block */
  kMostInterpreted = 256,  /* iterations: as many as worker/python/server.py has prepared */
  kMostCompiled = 1 << 22, /* iterations */
};

struct Block {
  long ns;
  long preempted; /* how often another process was given the core */
  int core;
};

enum Phase { phase_start, phase_first, phase_finding, phase_warming, phase_measuring, phase_done };

static struct {
  const struct quern_request* request;
  struct quern_orders orders;
  const struct quern_clock* clock;
  enum quern_code code;
  enum Phase phase;
  long phase_began;  /* nanoseconds */
  long windows_left; /* of the block that is open */
  long sum_ns;       /* of its windows so far */
  int tries;         /* of a length that may become that of a block */
  long least_ns;     /* of these */
  long switches;     /* when it began */
  int running;       /* the clock */
  int count;         /* of blocks that were measured */
  struct Block blocks[kMostBlocks];
} state;

static void refuse(const char* reason) {
  quern_write_failure(reason);
  kill(getpid(), SIGKILL);
}

static long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

/* Of all threads: whichever waits for the core lets the statement wait. */
static long switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

static void enter(enum Phase phase) {
  state.phase = phase;
  state.phase_began = now_ns();
}

static long open_block(void) {
  state.windows_left = state.orders.windows;
  state.sum_ns = 0;
  state.switches = switches();
  return state.orders.iterations;
}

static void note_block(void) {
  struct Block* const block = &state.blocks[state.count++];
  block->ns = state.sum_ns;
  block->preempted = switches() - state.switches;
  block->core = sched_getcpu();
}

static long most_iterations(void) { return state.code == quern_fixed_code ? kMostCompiled : kMostInterpreted; }

static long try_length(long iterations) {
  state.orders.iterations = iterations;
  state.tries = 0;
  return open_block();
}

/* Whether this length was tried often enough: what is cold, or interrupted, takes longer than it will. A statement that
   takes long anyway is not run again for that. */
static int is_tried(void) {
  enum { kTries = 3, kLong = 20000000 };
  if (state.tries++ == 0 || state.sum_ns < state.least_ns) state.least_ns = state.sum_ns;
  return state.tries == kTries || state.least_ns < kBlock / 2 || state.least_ns > kLong;
}

/* Twice as many iterations until they are long enough; where there cannot be more of them in a window, several
   windows. */
static long find_length(void) {
  if (!is_tried()) return open_block();
  if (state.least_ns < kBlock / 2 && state.orders.iterations < most_iterations())
    return try_length(2 * state.orders.iterations);
  const long windows = state.least_ns > 0 ? (kBlock / 2 + state.least_ns - 1) / state.least_ns : kMostWindows;
  state.orders.windows = windows < kMostWindows ? windows : kMostWindows;
  enter(phase_warming);
  return open_block();
}

static long begin(void) {
  if (state.request->symbol[0] == '\0') { /* a rehearsal, which nobody times */
    enter(phase_done);
    return 0;
  }
  if (state.orders.iterations != 0) {
    enter(phase_warming);
    return open_block();
  }
  enter(phase_finding);
  state.orders.windows = 1;
  return try_length(1);
}

static long warm_up(void) {
  if (now_ns() - state.phase_began >= kWarmUp) enter(phase_measuring);
  return open_block();
}

static long measure(void) {
  note_block();
  if (state.count < kMostBlocks && now_ns() - state.phase_began < state.orders.round_us * 1000) return open_block();
  enter(phase_done);
  return 0;
}

/* Of what comes next, the number of iterations. */
static long advance(void) {
  if (state.windows_left > 0 && --state.windows_left > 0) return state.orders.iterations;
  switch (state.phase) {
    case phase_start:
      enter(phase_first);
      return kFirst;
    case phase_first:
      return begin();
    case phase_finding:
      return find_length();
    case phase_warming:
      return warm_up();
    case phase_measuring:
      return measure();
    case phase_done:
      break;
  }
  return 0;
}

static void stop_clock(void) {
  state.clock->stop();
  const long ns = state.clock->elapsed_ns();
  if (ns < 0) refuse("the device did not tell how long the block took");
  state.sum_ns += ns;
}

long quern_next_window(void) {
  if (state.running) stop_clock();
  const long iterations = advance();
  state.running = iterations != 0 && state.phase > phase_first;
  if (state.running) state.clock->start();
  return iterations;
}

int quern_windows_done(void) { return state.phase == phase_done; }

static void choose_clock(void) {
  if (quern_read_orders(QUERN_FILE_TIMING, &state.orders) != 0) refuse("the orders for timing cannot be read");
  state.clock = quern_find_clock(state.orders.device);
  if (state.clock == NULL) refuse("there is no clock for this device");
  const char* const problem = state.clock->open(state.orders.device);
  if (problem != NULL) refuse(problem);
}

void quern_prepare_windows(const struct quern_request* request, enum quern_code code) {
  memset(&state, 0, sizeof state);
  state.request = request;
  state.code = code;
  if (request->symbol[0] != '\0') choose_clock();
}

void quern_write_result(void) {
  FILE* const file = fopen(state.request->result, "we");
  if (file == NULL) return; /* the driver reports a result that is missing */
  for (int i = 0; i < state.count; ++i)
    fprintf(file, QUERN_RESULT_BLOCK " %ld %ld %ld %ld %d\n", state.orders.iterations, state.orders.windows,
            state.blocks[i].ns, state.blocks[i].preempted, state.blocks[i].core);
  fprintf(file, QUERN_RESULT_DONE "\n");
  fclose(file);
}

void quern_write_failure(const char* reason) {
  FILE* const file = fopen(state.request->result, "we");
  if (file == NULL) return;
  fprintf(file, QUERN_RESULT_FAILED "\n%.4000s\n", reason);
  fclose(file);
}

long quern_first_window(void) {
  if (state.phase != phase_start) refuse("the statement jumps back to its setup: no iteration runs to its end");
  return quern_next_window();
}

long quern_following_window(long left) {
  if (left != 0) refuse("the statement is left by 'break' or 'goto': every iteration must run to its end");
  return quern_next_window();
}
