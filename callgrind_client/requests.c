/* SPDX-License-Identifier: Apache-2.0 */
#include <valgrind/callgrind.h>

#include "callgrind_client/client.h"

int quern_running_on_valgrind(void) { return (int)RUNNING_ON_VALGRIND; }

void quern_start_instrumentation(void) { CALLGRIND_START_INSTRUMENTATION; }

void quern_stop_instrumentation(void) { CALLGRIND_STOP_INSTRUMENTATION; }

void quern_toggle_collect(void) { CALLGRIND_TOGGLE_COLLECT; }

void quern_zero_stats(void) { CALLGRIND_ZERO_STATS; }

void quern_dump_stats(const char* name) { CALLGRIND_DUMP_STATS_AT(name); }
