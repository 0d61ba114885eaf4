/* SPDX-License-Identifier: Apache-2.0 */
/* A server whose child gets its group from one side only, `child` or `server`, as if the other came too late: this
   setpgid() is found before libc's. Requests on 0, replies on 1. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "callgrind_client/client.h"

static int by_child;

int setpgid(pid_t pid, pid_t group) {
  const int is_child = pid == 0;
  return is_child == by_child ? (int)syscall(SYS_setpgid, pid, group) : 0;
}

int main(int argc, char** argv) {
  if (argc != 2) return 98;
  by_child = strcmp(argv[1], "child") == 0;
  char request[16];
  size_t length = 0;
  if (quern_fork_loop(0, 1, request, sizeof request, &length) != 0) return 97;
  if (by_child) return getpgrp() == getpid() ? 0 : 4;
  for (;;) pause();
}
