// SPDX-License-Identifier: Apache-2.0
// C++14, as the worker is for the oldest LibTorch: exits with 42 under Valgrind, with 7 outside.
#include "callgrind_client/client.h"

int main() { return quern_running_on_valgrind() != 0 ? 42 : 7; }
