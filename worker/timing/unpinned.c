/* SPDX-License-Identifier: Apache-2.0 */
/* What makes counts repeat, and what time must do without: an interpreter is timed as it arranges itself, and there are
   no dumps. */
#include "worker/case/windows.h"
#include "worker/python/address_table.h"
#include "worker/python/names.h"
#include "worker/python/type_versions.h"

void quern_hold_instructions(const struct quern_adaptive* instructions, size_t count) {
  (void)instructions;
  (void)count;
}

void quern_arrange_with(quern_arrange arrange, void* argument) {
  (void)arrange;
  (void)argument;
}

void quern_continue_numbers(void) {}

void quern_remove_dumps(void) {}

long quern_settle_names(const struct quern_strings* strings) {
  (void)strings;
  return 0;
}

int quern_spread_table(void* table) {
  (void)table;
  return 0;
}

void quern_give_versions(void* types, int arrangement) {
  (void)types;
  (void)arrangement;
}
