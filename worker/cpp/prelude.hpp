// SPDX-License-Identifier: Apache-2.0
// What every C++ snippet may use without asking; compiled once per environment into a precompiled header.
#pragma once
#include <torch/torch.h>

#include "worker/compat/snippets.hpp"
#include "worker/cpp/case.hpp"
