// SPDX-License-Identifier: Apache-2.0
#include "expand/case/asset.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/hash.hpp"

namespace quern {

std::string_view to_string(Model::Kind kind) { return kind == Model::Kind::function ? "function" : "module"; }

Asset model_asset(Model model) {
  const std::string hash = hash_fields({to_string(model.kind), model.setup, model.source});
  return {fmt::format("models/{}.pt", hash), hash, std::move(model)};
}

}  // namespace quern
