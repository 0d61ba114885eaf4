// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "expand/case/case.hpp"
#include "expand/group.hpp"

namespace quern {

/// The code of one language with its axes replaced: what the user wrote, not yet a benchmark.
struct BoundCode {
  Code stmt;   // empty for modules
  Code model;  // constructor; empty for statements
  Code setup;
  Code global_setup;
};

/// One definition with its axes replaced, ready to be turned into any runtime, pass and language.
struct BoundDefinition {
  BoundCode py;
  BoundCode cpp;
  Modes modes;
  bool module = false;
  Origin origin;  // of generated lines

  [[nodiscard]] const BoundCode& of(Language language) const { return language == Language::cpp ? cpp : py; }
};

/// Fills in `stmt`, `setup`, `global_setup` and `model` for the runtime, pass and language that `args` names.
void write_statement(const BoundDefinition& definition, Case& args);

}  // namespace quern
