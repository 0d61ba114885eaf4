/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

/* Every function here is a real call with a constant cost: never inlined, cloned or specialised for its caller.
   A first call through a lazily bound PLT costs the dynamic linker's work on top: link callers with -Wl,-z,now. */
#if defined(__GNUC__) && !defined(__clang__)
#define QUERN_CLIENT_API __attribute__((visibility("default"), noipa))
#else
#define QUERN_CLIENT_API __attribute__((visibility("default"), noinline))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Not 0 under Valgrind (any tool), 0 elsewhere, where the five requests below do nothing.
QUERN_CLIENT_API int quern_running_on_valgrind(void);

/// Switches counting code on for the whole process (`--instr-atstart=no` starts without it). Throws all translated
/// code away, so that everything is translated again: once, in the server, before quern_fork_loop().
QUERN_CLIENT_API void quern_start_instrumentation(void);

/// Switches counting code off again. As dear as switching it on; counts made so far stay, but a later dump's
/// `summary:` line is 0 (its `totals:` is right).
QUERN_CLIENT_API void quern_stop_instrumentation(void);

/// Collects from now on, or no longer. Of the calling thread only: what other threads do is not affected.
QUERN_CLIENT_API void quern_toggle_collect(void);

/// Sets the counts of all threads to 0: opens a window. An empty one counts about 16 instructions up to
/// quern_dump_stats(), always the same for one call site: the difference of two windows from the same code cancels it.
QUERN_CLIENT_API void quern_zero_stats(void);

/// Writes the counts of all threads as the next part file (`<out file>.1`, `.2`, …) and sets them to 0: closes a
/// window. `name` stands in the part's line `desc: Trigger: Client Request: <name>`; borrowed for the call, no newline
/// in it.
QUERN_CLIENT_API void quern_dump_stats(const char* name);

/// How the server leaves quern_fork_loop(): its process's exit code.
enum {
  quern_end_of_requests = 0,    /* the request stream ended between two requests */
  quern_request_too_large = 81, /* a request longer than `capacity` */
  quern_request_cut = 82,       /* the stream ended inside a request */
  quern_request_failed = 83,    /* read() failed */
  quern_reply_failed = 84,      /* write() failed, for example because nobody reads any more */
  quern_wait_failed = 85        /* the child could not be waited for */
};

/// The server's loop: reads a request, forks, waits, reports, and so on. **Only children return**, with 0, their
/// request in `request` (owned by the caller, `capacity` bytes) and its size in `*length`; the server leaves through
/// _exit() with one of the codes above. It never touches the heap or stdio, so every child starts from the same state.
///
/// A request is a 4-byte little-endian length and that many bytes. Each is answered on `reply_fd` by two lines,
///     started <pid>
///     exited <pid> <code> <peak_rss_kib>     or     signaled <pid> <signal> <core dumped: 0|1> <peak_rss_kib>
/// or, if there was no process to be had, by the one line `unforked <errno>`. The peak includes what the child
/// inherited from the server.
///
/// - The child leads a process group of its own: kill(-pid, SIGKILL) ends a hanging one, and the server reports it.
/// - What is left of that group when the child has ended is killed, and gone before the report is written.
///   A descendant that moved to another group (setsid) is not found.
/// - The child dies with the server. Its own children do not: after losing a server, kill the last started group.
/// - Both descriptors must be blocking. They are closed in the child; 0, 1 or 2 become /dev/null instead.
/// - Children get the dispositions of SIGPIPE and SIGCHLD that the caller had; the server sets its own.
/// - Call it from the main thread, before others are started, with stdio flushed. From Python: ctypes.PyDLL, and
///   PyOS_AfterFork_Child() in the child.
///
/// It counts nothing in a child: whatever was counted before the fork is the child's until quern_zero_stats().
QUERN_CLIENT_API int quern_fork_loop(int request_fd, int reply_fd, char* request, size_t capacity, size_t* length);

#ifdef __cplusplus
}
#endif
