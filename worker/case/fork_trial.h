/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUERN_CASE_FORK_TRIAL_H
#define QUERN_CASE_FORK_TRIAL_H

#ifdef __cplusplus
extern "C" {
#endif

/// Whether a server may do this before it forks: it leaves no thread behind, and a child can do it again. Tried out in
/// a child and a grandchild, so that this process has not done it, whatever the answer is. `action` gets `argument` and
/// returns 0 if all went well. For a process of one thread.
int quern_may_fork_after(int (*action)(const char*), const char* argument);

#ifdef __cplusplus
}
#endif
#endif
