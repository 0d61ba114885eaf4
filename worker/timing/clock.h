/* SPDX-License-Identifier: Apache-2.0 */
/* How long blocks of iterations take on a device. One clock per kind of device; what is made of its numbers is none of
   its business. */
#ifndef QUERN_TIMING_CLOCK_H
#define QUERN_TIMING_CLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

struct quern_clock {
  const char* device; /* the word of a case's device that it serves, without a number behind it */
  /// Gets ready for this device (`cpu`, `cuda:0`). NULL, or why it cannot.
  const char* (*open)(const char* device);
  /// Around a window: what is not between the two is not in the time.
  void (*start)(void);
  void (*stop)(void);
  /// Nanoseconds from the last start to the last stop. Below 0: the device did not tell.
  long (*elapsed_ns)(void);
};

/// The clock for a case's device; NULL if there is none.
const struct quern_clock* quern_find_clock(const char* device);

extern const struct quern_clock quern_cpu_clock;

#ifdef __cplusplus
}
#endif
#endif
