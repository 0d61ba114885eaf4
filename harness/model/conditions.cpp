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

// Earlier runs do not say it: there were only full ones.
constexpr std::string_view kFullInstallation = "full";

std::string installation_of(const Fingerprint& environment) {
  return environment.installation.empty() ? std::string(kFullInstallation) : environment.installation;
}

}  // namespace

// Stores hold keys that were made of these: they never change.
std::string condition_word(const Condition& condition) {
  switch (condition.kind) {
    case FactKind::installation:
      return "installation";
    case FactKind::compiler:
      return "compiler";
    case FactKind::flags:
      return "compiler's flags";
    case FactKind::python:
      return "python";
    case FactKind::valgrind:
      return "valgrind";
    case FactKind::glibc:
      return "glibc";
    case FactKind::processor:
      return "processor";
    case FactKind::allocator:
      return "allocator";
    default:
      return condition.name;
  }
}

std::vector<Condition> conditions_of(const Fingerprint& environment, Language language) {
  // The compiler matters to Python too: the pinned allocator and the windows are compiled by it, and counted.
  std::vector<Condition> conditions = {{FactKind::compiler, "", environment.compiler}};
  if (language == Language::cpp) {
    conditions.push_back({FactKind::installation, "", installation_of(environment)});
    conditions.push_back({FactKind::flags, "", environment.flags});
  } else {
    conditions.push_back({FactKind::python, "", environment.python});
  }
  conditions.push_back({FactKind::valgrind, "", environment.valgrind});
  conditions.push_back({FactKind::glibc, "", environment.glibc});
  conditions.push_back({FactKind::processor, "", environment.guest_cpu});
  conditions.push_back({FactKind::allocator, "", environment.allocator});
  for (const auto& [name, value] : environment.pinned)
    if (is_for(name, language)) conditions.push_back({FactKind::variable, name, value});
  return conditions;
}

std::string machine_key(const Fingerprint& environment, Language language) {
  std::string key = "quern.machine/2";
  for (const Condition& condition : conditions_of(environment, language)) {
    // Keys of full installations stay what they were before there were others.
    if (condition.kind == FactKind::installation && condition.value == kFullInstallation) continue;
    key = hash_fields({key, condition_word(condition), condition.value});
  }
  return key.substr(0, kKeyDigits);
}

bool are_comparable(const Fingerprint& a, const Fingerprint& b, Language language) {
  return conditions_of(a, language) == conditions_of(b, language);
}

bool are_comparable(const CountOrigin& a, const CountOrigin& b) {
  return a.definition_hash == b.definition_hash && a.machine == b.machine;
}

}  // namespace quern
