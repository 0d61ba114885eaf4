// SPDX-License-Identifier: Apache-2.0
#include "expand/case/definition_hash.hpp"

#include "base/hash.hpp"

namespace quern {

namespace {

std::string call_hash(const Case& args, const OperatorCall& body) {
  return hash_fields({"quern.operator/1", to_string(args.pass), std::to_string(args.num_threads), args.device,
                      body.name, canonical_text(body)});
}

}  // namespace

std::string definition_hash(const Case& args) {
  if (const OperatorCall* body = operator_of(args)) return call_hash(args, *body);
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
