/* SPDX-License-Identifier: Apache-2.0 */
/* What the driver and its servers say to each other, word by word: the driver (C++), worker/case and worker/cpp include
   this list; tests/protocol holds worker/python/server.py and callgrind_client against it. A word that changes its
   meaning, comes or goes makes another protocol: raise the number, and a driver refuses servers of the other one. */
#ifndef QUERN_PROTOCOL_KEYS_H
#define QUERN_PROTOCOL_KEYS_H

#define QUERN_PROTOCOL 3

/* The files of a server's folder. */
#define QUERN_FILE_HELLO "hello"    /* by the server, once it has loaded everything */
#define QUERN_FILE_CASE "case.json" /* by the driver: the code of a Python case */
#define QUERN_FILE_OBJECT "case.so" /* by the driver: the object of a C++ case */
#define QUERN_FILE_RESULT "result"  /* by the case's process */
#define QUERN_FILE_LOG "case.log"   /* what the case printed */
#define QUERN_FILE_DUMPS "out"      /* the folder of Callgrind's dumps */
#define QUERN_FILE_TIMING "timing"  /* by the driver: how a case is timed */

/* Isolation: the last argument of a server. Words of the same length: arguments lie above the stack, and memcmp's path
   depends on where its operands are. */
#define QUERN_ISOLATION_FORK "fork"
#define QUERN_ISOLATION_PROCESS "once"

/* A request: `key value` lines from the driver to a server, one request per case. */
#define QUERN_REQUEST_PROTOCOL "protocol"
#define QUERN_REQUEST_SYMBOL "symbol"
#define QUERN_REQUEST_THREADS "threads"
#define QUERN_REQUEST_PAIRS "pairs"
#define QUERN_REQUEST_UNIT "unit" /* may be missing */
#define QUERN_REQUEST_RESULT "result"
#define QUERN_REQUEST_LOG "log"
#define QUERN_REQUEST_DUMPS "dumps"

/* The orders for timing: `key value` lines in a file. Without lengths, a block is as long as suits the statement. */
#define QUERN_TIMING_DEVICE "device"
#define QUERN_TIMING_ROUND "round"           /* microseconds of measuring */
#define QUERN_TIMING_ITERATIONS "iterations" /* of a window */
#define QUERN_TIMING_WINDOWS "windows"       /* of a block */
#define QUERN_TIMING_CORES "cores"           /* to run on */

/* A reply: a line by callgrind_client's fork loop when the case's process has started and one when it has ended. */
#define QUERN_REPLY_STARTED "started"   /* pid */
#define QUERN_REPLY_EXITED "exited"     /* pid, exit code, … */
#define QUERN_REPLY_SIGNALED "signaled" /* pid, signal, … */

/* The hello: `key value` lines. Those of a server, then those of its process. */
#define QUERN_HELLO_TORCH "torch"
#define QUERN_HELLO_GIT "git"
#define QUERN_HELLO_PYTHON "python"
#define QUERN_HELLO_CONFIG "config"
#define QUERN_HELLO_LEFT_OUT "left_out" /* of the warm-up: backward */
#define QUERN_HELLO_PROTOCOL "protocol"
#define QUERN_HELLO_LIBRARY "library"
#define QUERN_HELLO_CPU "cpu"
#define QUERN_HELLO_UNPINNED "unpinned" /* addresses, core, heap or names */
#define QUERN_HELLO_STACK "stack"       /* hexadecimal */
#define QUERN_HELLO_CPUID "cpuid"       /* leaf, sub-leaf, a, b, c, d; hexadecimal */

/* A result: a line per window, or per block where time is measured, then `done`; or `failed` and the reason, which may
   begin with `at PART LINE`. */
#define QUERN_RESULT_WINDOW "window" /* part, iterations, threads, allocations, bytes */
#define QUERN_RESULT_BLOCK "block"   /* iterations of a window, windows, nanoseconds, preemptions, core */
#define QUERN_RESULT_DONE "done"
#define QUERN_RESULT_FAILED "failed"
#define QUERN_RESULT_AT "at"

/* The code of a Python case: JSON. The parts are also the names that `at` uses. */
#define QUERN_CASE_STMT "stmt"
#define QUERN_CASE_SETUP "setup"
#define QUERN_CASE_GLOBAL_SETUP "global_setup"
#define QUERN_CASE_THREADS "threads"

#endif
