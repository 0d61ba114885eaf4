/* SPDX-License-Identifier: Apache-2.0 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* wait4 */
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callgrind_client/client.h"

/* Everything below runs between two forks: system calls, memset and the stack, and nothing else. */

struct Line {
  char text[96]; /* five words of at most 20 characters never fill it; below PIPE_BUF, so it is written whole */
  size_t size;
};

static void add_word(struct Line* line, const char* word) {
  while (*word != '\0') line->text[line->size++] = *word++;
}

static void add_number(struct Line* line, long value) {
  char digits[20];
  size_t count = 0;
  unsigned long rest = value < 0 ? 0 : (unsigned long)value;
  do digits[count++] = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  line->text[line->size++] = ' ';
  while (count > 0) line->text[line->size++] = digits[--count];
}

/* 0, or -1 if the line could not be written. */
static int send_line(int fd, struct Line* line) {
  line->text[line->size++] = '\n';
  for (size_t done = 0; done < line->size;) {
    const ssize_t written = write(fd, line->text + done, line->size - done);
    if (written < 0 && errno != EINTR) return -1;
    if (written > 0) done += (size_t)written;
  }
  return 0;
}

/* The bytes read: fewer than `size` only at the end of the stream. */
static size_t read_fully(int fd, void* buffer, size_t size) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = read(fd, (char*)buffer + done, size - done);
    if (count < 0 && errno != EINTR) _exit(quern_request_failed);
    if (count == 0) break;
    if (count > 0) done += (size_t)count;
  }
  return done;
}

static size_t read_request(int fd, char* request, size_t capacity) {
  unsigned char prefix[4];
  const size_t got = read_fully(fd, prefix, sizeof prefix);
  if (got == 0) _exit(quern_end_of_requests);
  if (got < sizeof prefix) _exit(quern_request_cut);
  const size_t size = (size_t)prefix[0] | (size_t)prefix[1] << 8U | (size_t)prefix[2] << 16U | (size_t)prefix[3] << 24U;
  if (size > capacity) _exit(quern_request_too_large);
  if (read_fully(fd, request, size) < size) _exit(quern_request_cut);
  return size;
}

/* A free standard descriptor would be handed to the next file that the case opens: put /dev/null there. */
static void take_away(int fd) {
  close(fd);
  if (fd > STDERR_FILENO) return;
  const int null = open("/dev/null", O_RDWR);
  if (null < 0 || null == fd) return;
  dup2(null, fd);
  close(null);
}

struct Server {
  int request_fd;
  int reply_fd;
  pid_t pid;
  struct sigaction old_pipe;
  struct sigaction old_child;
};

static void set_up_server(struct Server* server) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_IGN; /* a reader that went away is an error of write(), with an exit code that says so */
  sigaction(SIGPIPE, &action, &server->old_pipe);
  action.sa_handler = SIG_DFL; /* an inherited SIG_IGN would reap children before their status is read */
  sigaction(SIGCHLD, &action, &server->old_child);
  /* Orphans of a case come to us, and not to a PID 1 that may not reap: so we can wait until they are gone. */
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static void set_up_child(const struct Server* server) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != server->pid) _exit(quern_wait_failed); /* the server died before the line above */
  take_away(server->request_fd);
  take_away(server->reply_fd);
  sigaction(SIGPIPE, &server->old_pipe, NULL);
  sigaction(SIGCHLD, &server->old_child, NULL);
}

/* Kills and reaps what the child left in its group, then the child. Until then its zombie holds the pid, so that the
   signal cannot reach a stranger that was given the same number. */
static int end_group(pid_t child, int* status, struct rusage* usage) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0)
    if (errno != EINTR) return -1;
  kill(-child, SIGKILL);
  while (wait4(child, status, 0, usage) < 0)
    if (errno != EINTR) return -1;
  while (waitpid(-child, NULL, 0) > 0 || errno == EINTR) errno = 0;
  return 0;
}

static void report_started(const struct Server* server, pid_t child) {
  struct Line line = {.size = 0};
  add_word(&line, "started");
  add_number(&line, child);
  if (send_line(server->reply_fd, &line) == 0) return;
  int status;
  struct rusage usage;
  kill(-child, SIGKILL); /* nobody would hear of its result */
  end_group(child, &status, &usage);
  _exit(quern_reply_failed);
}

static void report_ended(const struct Server* server, pid_t child) {
  int status = 0;
  struct rusage usage;
  if (end_group(child, &status, &usage) < 0) _exit(quern_wait_failed);
  struct Line line = {.size = 0};
  add_word(&line, WIFEXITED(status) ? "exited" : "signaled");
  add_number(&line, child);
  add_number(&line, WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
  if (WIFSIGNALED(status)) add_number(&line, WCOREDUMP(status) ? 1 : 0);
  add_number(&line, usage.ru_maxrss);
  if (send_line(server->reply_fd, &line) < 0) _exit(quern_reply_failed);
}

static void report_unforked(const struct Server* server, int error) {
  struct Line line = {.size = 0};
  add_word(&line, "unforked");
  add_number(&line, error);
  if (send_line(server->reply_fd, &line) < 0) _exit(quern_reply_failed);
}

int quern_fork_loop(int request_fd, int reply_fd, char* request, size_t capacity, size_t* length) {
  struct Server server = {.request_fd = request_fd, .reply_fd = reply_fd, .pid = getpid()};
  set_up_server(&server);
  size_t used = 0; /* bytes of the buffer that an earlier request has written */
  for (;;) {
    *length = read_request(request_fd, request, capacity);
    if (used > *length) memset(request + *length, 0, used - *length); /* no child sees its predecessors */
    used = *length;
    const pid_t child = fork();
    if (child == 0) {
      set_up_child(&server);
      return 0;
    }
    if (child < 0) {
      report_unforked(&server, errno);
      continue;
    }
    setpgid(child, child); /* here too: the pid is sent before the child may have run */
    report_started(&server, child);
    report_ended(&server, child);
  }
}
