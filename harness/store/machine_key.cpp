// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <string>

#include "harness/store/run_store.hpp"
#include "worker/protocol/definition_hash.hpp"

namespace quern {
namespace {

constexpr std::size_t kDigits = 12;

std::string field(const nlohmann::ordered_json& environment, const char* key) {
  const auto found = environment.find(key);
  if (found == environment.end() || found->is_null()) return {};
  // Not in the order of the document: a map of variables is the same in any.
  return nlohmann::json(*found).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string machine_key(const nlohmann::ordered_json& environment) {
  return hash_fields({"quern.machine/1", field(environment, "compiler"), field(environment, "flags"),
                      field(environment, "python"), field(environment, "valgrind"), field(environment, "glibc"),
                      field(environment, "guest_cpu"), field(environment, "allocator"), field(environment, "pinned")})
      .substr(0, kDigits);
}

}  // namespace quern
