// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string_view>

#include "harness/profile/function_counts.hpp"

namespace quern {

/// Where in LibTorch, or around it, a function belongs. `statement` is what the case wrote, and what of LibTorch's
/// headers its compiler did not inline.
enum class Layer { statement, dispatcher, autograd, torchscript, kernel, tensor, allocator, python, libc, other };

/// Told by the function's own namespaces, and by its library where these say nothing. Functions without symbols are
/// `other` in libraries of more than one layer.
Layer layer_of(const FunctionKey& standardised);

std::string_view to_string(Layer layer);

/// Layers without a function are missing. Sums to the total.
std::map<Layer, std::int64_t> by_layer(const FunctionCounts& standardised);

}  // namespace quern
