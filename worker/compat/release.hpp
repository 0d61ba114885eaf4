// SPDX-License-Identifier: Apache-2.0
// Of which release the headers are. Everything else in this folder is chosen by that, and not by which headers there
// are: __has_include would find those of another LibTorch in /usr/include.
#pragma once
#include <torch/version.h>

#define QUERN_TORCH_AT_LEAST(major, minor) \
  (TORCH_VERSION_MAJOR > (major) || (TORCH_VERSION_MAJOR == (major) && TORCH_VERSION_MINOR >= (minor)))

#define QUERN_TEXT_OF(number) #number
#define QUERN_TEXT(number) QUERN_TEXT_OF(number)

// LibTorch has the text since 1.11.
#ifdef TORCH_VERSION
#define QUERN_TORCH_VERSION TORCH_VERSION
#else
#define QUERN_TORCH_VERSION \
  QUERN_TEXT(TORCH_VERSION_MAJOR) "." QUERN_TEXT(TORCH_VERSION_MINOR) "." QUERN_TEXT(TORCH_VERSION_PATCH)
#endif
