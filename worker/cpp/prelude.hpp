// SPDX-License-Identifier: Apache-2.0
// What every C++ snippet may use without asking; compiled once per environment into a precompiled header.
#pragma once
#ifdef __clang__  // with clang it is a module; if that is not found, every case would take ten seconds to compile
#if __has_feature(modules) && !__building_module(quern_prelude)
#error the module of LibTorch's headers was not used
#endif
#endif
#include <torch/torch.h>

#include "worker/compat/snippets.hpp"
#include "worker/cpp/case.hpp"
