/* SPDX-License-Identifier: Apache-2.0 */
/* What a server is asked to measure. C, for both languages' servers; touches no heap. */
#ifndef QUERN_CASE_REQUEST_H
#define QUERN_CASE_REQUEST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct quern_request {
  char symbol[64]; /* of the case: a C++ server's function */
  int threads;
  int pairs;        /* of windows */
  int unit;         /* iterations of the shorter window of a pair; 0: as many as suit the statement */
  char result[256]; /* file that gets the outcome */
  char log[256];    /* file that gets what the case prints */
  char dumps[256];  /* Callgrind's out file, without the part's number; `%p` is the pid */
};

/// Reads `key value` lines (worker/protocol/keys.h). 0, or -1 if one is missing, too long or no number, or if the
/// request is of another protocol; `unit` may be missing.
int quern_parse_request(const char* text, size_t length, struct quern_request* request);

#ifdef __cplusplus
}
#endif
#endif
