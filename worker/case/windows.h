/* SPDX-License-Identifier: Apache-2.0 */
/* The windows of one case, in the child that measures it. Touches no heap, so that measuring does not change what is
   measured. */
#ifndef QUERN_CASE_WINDOWS_H
#define QUERN_CASE_WINDOWS_H

#include <stddef.h>
#include <stdint.h>

#include "worker/case/request.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QUERN_MOST_WINDOWS 64

/// Whether the code that is measured changes while it runs: an interpreter that specialises it needs a longer warm-up.
enum quern_code { quern_fixed_code = 0, quern_specialising_code = 1 };

/// Called before the case's code; `request` must outlive the case.
void quern_prepare_windows(const struct quern_request* request, enum quern_code code);

/// An instruction that an interpreter may specialise. `counter` lies behind it and counts down to the next attempt, or
/// to the end of a specialisation that does not fit. `plain` is its opcode, `adaptive` what tries to specialise it.
struct quern_adaptive {
  uint16_t* counter;
  uint8_t plain;
  uint8_t adaptive;
};

/// The instructions that the case runs. They are brought into the same state whatever ran before, and no attempt, which
/// costs, is made in any window. Borrowed until the case is over.
void quern_hold_instructions(const struct quern_adaptive* instructions, size_t count);

/// Arranges what an interpreter remembers between iterations in another way, or in one that was tried before.
typedef void (*quern_arrange)(void* argument, int arrangement);

/// Some arrangements are dearer than others by chance: the windows open in the cheapest one of several.
void quern_arrange_with(quern_arrange arrange, void* argument);

/// Closes the window that is open, if one is, opens the next and returns its number of iterations; 0: the case is over.
long quern_next_window(void);

/// The same for code that may be left in its middle: the first window, and the next one after `left` iterations of the
/// last were not run. A case that begins anew, or that leaves any out, has failed: writes that, and ends the process.
long quern_first_window(void);
long quern_following_window(long left);

/// Not 0 once quern_next_window() has returned 0.
int quern_windows_done(void);

/// Writes the outcome: the windows, and `done`.
void quern_write_result(void);

/// Windows that this process opens later are numbered after those so far, as Callgrind does.
void quern_continue_numbers(void);

/// Removes the dumps of the windows so far.
void quern_remove_dumps(void);

/// Writes the outcome of a case that failed: `failed` and the first lines of the reason.
void quern_write_failure(const char* reason);

#ifdef __cplusplus
}
#endif
#endif
