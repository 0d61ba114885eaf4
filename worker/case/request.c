/* SPDX-License-Identifier: Apache-2.0 */
#include "worker/case/request.h"

#include <stdlib.h>
#include <string.h>

#include "worker/case/windows.h"
#include "worker/protocol/keys.h"

static int copy_value(const char* text, size_t length, const char* key, char* value, size_t capacity) {
  const size_t key_length = strlen(key);
  const char* const end = text + length;
  while (text < end) {
    const char* newline = memchr(text, '\n', (size_t)(end - text));
    if (newline == NULL) newline = end;
    const size_t line = (size_t)(newline - text);
    if (line > key_length && memcmp(text, key, key_length) == 0 && text[key_length] == ' ') {
      const size_t size = line - key_length - 1;
      if (size >= capacity) return -1;
      memcpy(value, text + key_length + 1, size);
      value[size] = '\0';
      return 0;
    }
    text = newline + 1;
  }
  return -1;
}

static int read_number(const char* text, size_t length, const char* key, int* number) {
  char digits[16];
  if (copy_value(text, length, key, digits, sizeof digits) != 0) return -1;
  *number = atoi(digits);
  return *number > 0 ? 0 : -1;
}

/* 0 without the key. */
static int read_optional_number(const char* text, size_t length, const char* key, int* number) {
  char digits[16];
  *number = 0;
  return copy_value(text, length, key, digits, sizeof digits) != 0 ? 0 : read_number(text, length, key, number);
}

int quern_parse_request(const char* text, size_t length, struct quern_request* request) {
  int protocol = 0;
  if (read_number(text, length, QUERN_REQUEST_PROTOCOL, &protocol) != 0 || protocol != QUERN_PROTOCOL) return -1;
  const int missing = copy_value(text, length, QUERN_REQUEST_SYMBOL, request->symbol, sizeof request->symbol) |
                      copy_value(text, length, QUERN_REQUEST_RESULT, request->result, sizeof request->result) |
                      copy_value(text, length, QUERN_REQUEST_LOG, request->log, sizeof request->log) |
                      copy_value(text, length, QUERN_REQUEST_DUMPS, request->dumps, sizeof request->dumps) |
                      read_number(text, length, QUERN_REQUEST_THREADS, &request->threads) |
                      read_number(text, length, QUERN_REQUEST_PAIRS, &request->pairs) |
                      read_optional_number(text, length, QUERN_REQUEST_UNIT, &request->unit);
  return missing != 0 || request->pairs * 2 > QUERN_MOST_WINDOWS ? -1 : 0;
}
