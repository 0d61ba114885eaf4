// SPDX-License-Identifier: Apache-2.0
#include "harness/model/conditions.hpp"

#include "base/hash.hpp"

namespace quern {
namespace {

constexpr std::size_t kKeyDigits = 12;

// Variables that only an interpreter reads.
bool is_for(const std::string& variable, Language language) {
  return language == Language::python || !variable.starts_with("PYTHON");
}

}  // namespace

std::vector<Condition> conditions_of(const Fingerprint& environment, Language language) {
  // The compiler matters to Python too: the pinned allocator and the windows are compiled by it, and counted.
  std::vector<Condition> conditions = {{ConditionKind::compiler, "compiler", environment.compiler}};
  if (language == Language::cpp)
    conditions.push_back({ConditionKind::flags, "compiler's flags", environment.flags});
  else
    conditions.push_back({ConditionKind::python, "python", environment.python});
  conditions.push_back({ConditionKind::valgrind, "valgrind", environment.valgrind});
  conditions.push_back({ConditionKind::glibc, "glibc", environment.glibc});
  conditions.push_back({ConditionKind::processor, "processor", environment.guest_cpu});
  conditions.push_back({ConditionKind::allocator, "allocator", environment.allocator});
  for (const auto& [name, value] : environment.pinned)
    if (is_for(name, language)) conditions.push_back({ConditionKind::variable, name, value});
  return conditions;
}

std::string machine_key(const Fingerprint& environment, Language language) {
  std::string key = "quern.machine/2";
  for (const Condition& condition : conditions_of(environment, language))
    key = hash_fields({key, condition.name, condition.value});
  return key.substr(0, kKeyDigits);
}

}  // namespace quern
