/* SPDX-License-Identifier: Apache-2.0 */
/* A server whose requests are the bad days: `fork_server <request_fd> <reply_fd> <result_fd>`. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "callgrind_client/client.h"

static int result_fd;

static void tell(long value) { dprintf(result_fd, "%ld\n", value); }

static void on_signal(int number) { (void)number; }

static void hang(void) {
  for (;;) pause();
}

/* Leaves a grandchild behind, whose pid is told. */
static int orphan(void) {
  const pid_t grandchild = fork();
  if (grandchild == 0) hang();
  tell(grandchild);
  return 5;
}

/* malloc's path depends on the heap's history, which must be the same in every child. */
static int count(void) {
  quern_zero_stats();
  for (size_t turn = 0; turn < 100; turn++) {
    void* block = malloc(turn * 50);
    __asm__ volatile("" : "+r"(block)); /* or the compiler leaves out the pair */
    free(block);
  }
  quern_dump_stats("count");
  return 0;
}

/* 0 if the child has neither descriptor, and may be killed by SIGPIPE again. */
static int look_around(int request_fd, int reply_fd) {
  struct sigaction action;
  sigaction(SIGPIPE, NULL, &action);
  if (fcntl(request_fd, F_GETFD) != -1 || errno != EBADF) return 1;
  if (fcntl(reply_fd, F_GETFD) != -1 || errno != EBADF) return 2;
  if (action.sa_handler != SIG_DFL) return 3;
  return getpgrp() == getpid() ? 0 : 4;
}

/* 0 if standard input and output are there, and lead nowhere. */
static int look_at_standard(void) {
  struct stat null, in, out;
  if (stat("/dev/null", &null) != 0 || fstat(STDIN_FILENO, &in) != 0 || fstat(STDOUT_FILENO, &out) != 0) return 1;
  return in.st_rdev == null.st_rdev && out.st_rdev == null.st_rdev ? 0 : 2;
}

/* 0 if nothing of an earlier, longer request is left in the buffer. */
static int look_behind(const char* request, size_t length, size_t capacity) {
  for (size_t i = length; i < capacity; i++)
    if (request[i] != 0) return 1;
  return 0;
}

static int answer(const char* word) {
  volatile int* volatile nowhere = NULL;
  if (strncmp(word, "exit ", 5) == 0) return atoi(word + 5);
  if (strcmp(word, "abort") == 0) abort();
  if (strcmp(word, "segfault") == 0) *nowhere = 1;
  if (strcmp(word, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(word, "hang") == 0) tell(getpid()), hang();
  if (strcmp(word, "orphan") == 0) return orphan();
  if (strcmp(word, "orphan and hang") == 0) orphan(), hang();
  if (strcmp(word, "look at standard") == 0) return look_at_standard();
  if (strcmp(word, "count") == 0) return count();
  return 99;
}

int main(int argc, char** argv) {
  if (argc != 4) return 98;
  static char request[4096];
  char word[sizeof request + 1] = {0};
  size_t length = 0;
  const int request_fd = atoi(argv[1]);
  const int reply_fd = atoi(argv[2]);
  result_fd = atoi(argv[3]);
  struct sigaction action = {.sa_handler = on_signal}; /* without SA_RESTART: system calls are interrupted */
  sigaction(SIGUSR1, &action, NULL);
  quern_start_instrumentation();
  free(malloc(1));
  if (quern_fork_loop(request_fd, reply_fd, request, sizeof request, &length) != 0) return 97;
  memcpy(word, request, length);
  if (strcmp(word, "look around") == 0) return look_around(request_fd, reply_fd);
  if (strcmp(word, "look behind") == 0) return look_behind(request, length, sizeof request);
  return answer(word);
}
