/* SPDX-License-Identifier: Apache-2.0 */
/* A server on a machine that has no process left: this fork() is found before libc's. Requests on 0, replies on 1. */
#include <errno.h>
#include <unistd.h>

#include "callgrind_client/client.h"

pid_t fork(void) {
  errno = EAGAIN;
  return -1;
}

int main(void) {
  char request[16];
  size_t length = 0;
  return quern_fork_loop(0, 1, request, sizeof request, &length);
}
