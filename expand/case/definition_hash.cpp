// SPDX-License-Identifier: Apache-2.0
#include "expand/case/definition_hash.hpp"

#include "base/hash.hpp"

namespace quern {

std::string definition_hash(const Case& args) {
  const TimerArgs& code = snippet(args);
  const Asset* const asset = model_of(args);
  const Model model = asset == nullptr ? Model{} : asset->model;
  const std::string hash =
      hash_fields({"quern.definition/1", to_string(args.language), to_string(args.runtime), to_string(args.pass),
                   std::to_string(args.num_threads), code.stmt.text(), code.setup.text(), code.global_setup.text(),
                   to_string(model.kind), model.setup, model.source});
  // Hashes of cases on the CPU are older than the other devices.
  return args.device == kCpu ? hash : hash_fields({hash, args.device});
}

}  // namespace quern
