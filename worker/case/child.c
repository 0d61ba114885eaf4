/* SPDX-License-Identifier: Apache-2.0 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr, sched_getaffinity */
#endif
#include "worker/case/child.h"

#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

#include "worker/allocator/pinned_malloc.h"
#include "worker/protocol/keys.h"
#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum { kMostPrinted = 16 << 20 };

static void end_copy(void) { _exit(0); }

static void confine(const struct quern_request* request) {
  const int log = open(request->log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (log >= 0) {
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    close(log);
  }
  const struct rlimit limit = {kMostPrinted, kMostPrinted};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  pthread_atfork(NULL, NULL, end_copy);
}

const struct quern_request* quern_read_case(const char* text, size_t length, enum quern_code code) {
  static struct quern_request request;
  if (quern_parse_request(text, length, &request) != 0) _exit(92);
  confine(&request);
  quern_prepare_windows(&request, code);
  return &request;
}

void quern_begin_heap(void) {
  if (quern_fresh_heap != NULL) quern_fresh_heap();
}

const struct quern_request* quern_begin_case(const char* text, size_t length, enum quern_code code) {
  const struct quern_request* const request = quern_read_case(text, length, code);
  quern_begin_heap();
  return request;
}

void quern_begin_rehearsal(enum quern_code code) {
  static const struct quern_request rehearsal = {
      .symbol = "", .threads = 1, .pairs = 1, .result = "/dev/null", .log = "/dev/null", .dumps = "./out/%p"};
  quern_prepare_windows(&rehearsal, code);
}

void quern_end_rehearsal(void) {
  quern_write_result();
  quern_remove_dumps();
  quern_continue_numbers();
}

void quern_end_case(void) {
  fflush(NULL);
  kill(getpid(), SIGKILL);
}

size_t quern_read_single(char* request, size_t capacity) {
  unsigned char size[4];
  if (read(quern_requests, size, sizeof size) != sizeof size) _exit(0);
  const size_t length = size[0] | (size_t)size[1] << 8U | (size_t)size[2] << 16U | (size_t)size[3] << 24U;
  if (length > capacity || read(quern_requests, request, length) != (ssize_t)length) _exit(94);
  close(quern_requests);
  close(quern_replies);
  return length;
}

static int list_library(struct dl_phdr_info* info, size_t size, void* file) {
  (void)size;
  if (info->dlpi_name[0] != '\0') fprintf(file, QUERN_HELLO_LIBRARY " %s\n", info->dlpi_name);
  return 0;
}

/* Valgrind shows its guests a processor of its own making, and kernels are chosen by it. */
static void write_cpu(FILE* file) {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  __get_cpuid(1, &a, &b, &c, &d);
  const unsigned signature = a, features = c;
  __get_cpuid_count(7, 0, &a, &b, &c, &d);
  fprintf(file, QUERN_HELLO_CPU " x86_64 signature %08x features %08x %08x\n", signature, features, b);
#else
  fprintf(file, QUERN_HELLO_CPU " other\n");
#endif
}

static int has_fixed_addresses(void) {
  char digits[16] = {0};
  const int file = open("/proc/self/personality", O_RDONLY | O_CLOEXEC);
  const ssize_t got = file < 0 ? -1 : read(file, digits, sizeof digits - 1);
  if (file >= 0) close(file);
  return got > 0 && (strtoul(digits, NULL, 16) & ADDR_NO_RANDOMIZE) != 0;
}

static int has_one_core(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1;
}

/* What the driver asked for and did not get: a sandbox may refuse it without a word. Looked at here, where it counts,
   and without the heap: what is allocated now shows in Python's addresses. */
static void write_pins(FILE* file) {
  if (!has_fixed_addresses()) fprintf(file, QUERN_HELLO_UNPINNED " addresses\n");
  if (!has_one_core()) fprintf(file, QUERN_HELLO_UNPINNED " core\n");
  if (quern_fresh_heap_fits != NULL && !quern_fresh_heap_fits()) fprintf(file, QUERN_HELLO_UNPINNED " heap\n");
}

/* Where the stack begins, and every answer of CPUID: what an instruction count that is made without Valgrind must be
   given to see the same processor and the same addresses. Sub-leaves are written where they differ from the first. */
static void write_machine(FILE* file) {
#if defined(__x86_64__) && defined(__GLIBC__)
  enum { kBasic = 0x20, kExtended = 0x28, kSubLeaves = 16 };
  extern void* __libc_stack_end;
  fprintf(file, QUERN_HELLO_STACK " %lx\n", (unsigned long)__libc_stack_end);
  for (unsigned i = 0; i <= kBasic + kExtended + 1; ++i) {
    const unsigned leaf = i <= kBasic ? i : 0x80000000U + (i - kBasic - 1);
    unsigned first[4] = {0, 0, 0, 0};
    for (unsigned sub = 0; sub < kSubLeaves; ++sub) {
      unsigned v[4];
      __cpuid_count(leaf, sub, v[0], v[1], v[2], v[3]);
      if (sub != 0 && memcmp(first, v, sizeof v) == 0) continue;
      if (sub == 0) memcpy(first, v, sizeof v);
      fprintf(file, QUERN_HELLO_CPUID " %x %x %x %x %x %x\n", leaf, sub, v[0], v[1], v[2], v[3]);
    }
  }
#else
  (void)file;
#endif
}

void quern_describe_process(const char* hello) {
  FILE* file = fopen(hello, "a");
  if (file == NULL) _exit(90);
  fprintf(file, QUERN_HELLO_PROTOCOL " %d\n", QUERN_PROTOCOL);
  dl_iterate_phdr(list_library, file);
  write_cpu(file);
  write_pins(file);
  write_machine(file);
  fclose(file);
}
