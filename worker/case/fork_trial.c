/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/case/fork_trial.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

struct Trial {
  int (*action)(const char*);
  const char* argument;
  int answer; /* the descriptor that it goes to */
};

/* A child may wait for a thread that only its parent had. Long: a slow machine must not decide how servers are warmed
 * up. */
enum { kPatience_s = 600 };

static int count_threads(void) {
  DIR* const threads = opendir("/proc/self/task");
  if (threads == NULL) return -1;
  int count = 0;
  for (const struct dirent* entry = readdir(threads); entry != NULL; entry = readdir(threads))
    count += entry->d_name[0] != '.';
  closedir(threads);
  return count;
}

/* No destructors, and no dump that nobody asked for. */
static void end_trial(void) { kill(getpid(), SIGKILL); }

static int succeeds(const struct Trial* trial) { return trial->action(trial->argument) == 0; }

static void act_again(const struct Trial* trial) {
  alarm(kPatience_s); /* a child does not inherit its parent's */
  const ssize_t written = succeeds(trial) ? write(trial->answer, "y", 1) : 0;
  (void)written; /* if it fails, there is no answer, which is one */
  end_trial();
}

static void act_and_fork(const struct Trial* trial) {
  alarm(kPatience_s);
  const int before = count_threads();
  if (before < 0 || !succeeds(trial) || count_threads() != before) end_trial();
  alarm(0);
  const pid_t child = fork();
  if (child == 0) act_again(trial);
  if (child > 0) waitpid(child, NULL, 0);
  end_trial();
}

int quern_may_fork_after(int (*action)(const char*), const char* argument) {
  int ends[2];
  if (pipe(ends) != 0) return 0;
  const struct Trial trial = {action, argument, ends[1]};
  const pid_t child = fork();
  if (child == 0) act_and_fork(&trial);
  close(ends[1]);
  char answer = 'n';
  const int said = read(ends[0], &answer, 1) == 1 && answer == 'y';
  close(ends[0]);
  if (child > 0) waitpid(child, NULL, 0);
  return said;
}
