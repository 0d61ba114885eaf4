/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Exactly k instructions, k a literal. */
#define NOPS(k) __asm__ volatile(".rept " #k "\n\tnop\n\t.endr")
