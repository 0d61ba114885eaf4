/* SPDX-License-Identifier: Apache-2.0 */
/* What both languages' servers do around the windows. */
#ifndef QUERN_CASE_CHILD_H
#define QUERN_CASE_CHILD_H

#include <stddef.h>

#include "worker/case/windows.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The descriptors of a server's requests and replies.
enum { quern_requests = 3, quern_replies = 4 };

/// Turns this process into a case's: reads the request, sets limits, prepares the windows. What the case prints goes to
/// its log and stays small, and a process that it forks ends at once: a statement that forks in a loop would double
/// with every iteration. Leaves the process if the request is none.
const struct quern_request* quern_read_case(const char* text, size_t length, enum quern_code code);

/// Takes a fresh heap for the case: what was allocated before shows in no address.
void quern_begin_heap(void);

/// Does both: begins the case and takes its fresh heap.
const struct quern_request* quern_begin_case(const char* text, size_t length, enum quern_code code);

/// Prepares windows in the server itself, so that its children find the code of windows translated; the end leaves no
/// trace of them.
void quern_begin_rehearsal(enum quern_code code);
void quern_end_rehearsal(void);

/// Ends a child that has written its outcome: no destructors, and no dump that nobody asked for.
void quern_end_case(void);

/// Isolation by process: reads the one request, without a fork. Leaves the process if there is none.
size_t quern_read_single(char* request, size_t capacity);

/// Adds to a server's hello its protocol, what was really loaded (`library FILE`), the processor that code sees
/// (`cpu …`), and on x86-64 where the stack begins (`stack ADDRESS`) and what CPUID answers (`cpuid LEAF SUB A B C D`),
/// hexadecimal.
void quern_describe_process(const char* hello);

#ifdef __cplusplus
}
#endif
#endif
