// SPDX-License-Identifier: Apache-2.0
#include "harness/store/machine_key.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "harness/model/conditions.hpp"
#include "harness/model/run_reader.hpp"

namespace quern {
namespace {

constexpr char kBetween = ' ';

}  // namespace

std::string machine_keys(const nlohmann::ordered_json& environment) {
  try {
    const Fingerprint fingerprint = fingerprint_of(environment);
    return machine_key(fingerprint, Language::cpp) + kBetween + machine_key(fingerprint, Language::python);
  } catch (const Error&) {
    return "0";  // documents are checked before they get here: what is no fingerprint is like no other
  }
}

std::string machine_of(const std::string& keys, const std::string& id) {
  const std::size_t between = keys.find(kBetween);
  if (between == std::string::npos) return keys;  // a run of an earlier quern has one for both
  const bool python = std::string_view(id).substr(0, id.rfind(':')).ends_with(":python");
  return python ? keys.substr(between + 1) : keys.substr(0, between);
}

}  // namespace quern
