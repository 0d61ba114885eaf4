// SPDX-License-Identifier: Apache-2.0
// The windows of one case, in the child that measures it. C++14; touches no heap, so that measuring does not change
// what is measured.
#pragma once
#include <cstddef>

namespace quern {

struct CaseRequest {
  char symbol[64];  // of the case's function
  int threads;
  int pairs;         // of windows
  char result[256];  // file that gets the outcome
  char log[256];     // file that gets what the case prints
  char dumps[256];   // Callgrind's out file, without the part's number; `%p` is the pid
};

/// Reads `key value` lines. Returns false if one is missing or too long.
bool parse_request(const char* text, std::size_t length, CaseRequest& request);

/// Called before the case's function; `request` must outlive the case.
void prepare_windows(const CaseRequest& request);

/// Writes the outcome: the windows, and `done`.
void write_result();

/// Writes the outcome of a case that threw: `failed` and the first lines of the reason.
void write_failure(const char* reason);

}  // namespace quern
