// SPDX-License-Identifier: Apache-2.0
// What LibTorch tells of itself and lets a process set, in all releases. C++14, because LibTorch 1.8 is.
#pragma once
#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <string>

#include "worker/compat/release.hpp"
#if QUERN_TORCH_AT_LEAST(1, 1)
#include <ATen/Version.h>
#endif

namespace quern {

/// How LibTorch was built, in its own words; empty in 1.0, which does not tell.
inline std::string build_settings() {
#if QUERN_TORCH_AT_LEAST(1, 1)
  return at::show_config();
#else
  return {};
#endif
}

/// For work within an operator, and, since 1.2, for work beside it.
inline void set_threads(int number) {
  at::set_num_threads(number);
#if QUERN_TORCH_AT_LEAST(1, 2)
  at::set_num_interop_threads(number);
#endif
}

}  // namespace quern
