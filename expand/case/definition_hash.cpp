// SPDX-License-Identifier: Apache-2.0
#include "expand/case/definition_hash.hpp"

#include "base/hash.hpp"

namespace quern {

std::string definition_hash(const Case& args) {
  const Model model = args.model.value_or(Model{});
  return hash_fields({"quern.definition/1", to_string(args.language), to_string(args.runtime), to_string(args.pass),
                      std::to_string(args.num_threads), args.stmt.text(), args.setup.text(), args.global_setup.text(),
                      to_string(model.kind), model.setup, model.source});
}

}  // namespace quern
