// SPDX-License-Identifier: Apache-2.0
#include "worker/protocol/definition_hash.hpp"

#define XXH_INLINE_ALL  // header only: nothing to link, nothing to find at run time
#include <fmt/format.h>
#include <xxhash.h>

namespace quern {

std::string hash_fields(std::initializer_list<std::string_view> fields) {
  std::string framed;
  for (const std::string_view field : fields) framed += fmt::format("{}:{}", field.size(), field);
  const XXH128_hash_t digest = XXH3_128bits(framed.data(), framed.size());
  return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
}

std::string definition_hash(const TimerArgs& args) {
  const Model model = args.model.value_or(Model{});
  return hash_fields({"quern.definition/1", to_string(args.language), to_string(args.runtime), to_string(args.pass),
                      std::to_string(args.num_threads), args.stmt.text(), args.setup.text(), args.global_setup.text(),
                      to_string(model.kind), model.setup, model.source});
}

}  // namespace quern
