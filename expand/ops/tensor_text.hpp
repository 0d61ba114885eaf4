// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/yaml/problems.hpp"

namespace quern {

/// Whether a text is meant to be a tensor: a word and a bracket, as in `f32[4, 4]`.
bool looks_like_tensor(std::string_view text);

/// `f32[4, 4] stride=(1, 4) on cuda grad in 0..1` as an ARG. Without `grad` or `nograd`, a floating tensor has a
/// gradient if `grad` is true. Reports what cannot be read, at `place`, and returns an ARG all the same.
nlohmann::ordered_json tensor_argument(std::string_view text, bool grad, const Place& place, Problems& problems);

}  // namespace quern
