// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/yaml/source.hpp"
#include "expand/case/case.hpp"
#include "expand/ops/operator_config.hpp"
#include "expand/signature.hpp"

namespace quern {

/// A text for each language; an empty one was not given.
struct PerLanguage {
  Text py;
  Text cpp;

  [[nodiscard]] const Text& of(Language language) const { return language == Language::cpp ? cpp : py; }
};

struct GroupedSetup {
  PerLanguage local;   // runs before the statement, in its scope
  PerLanguage global;  // at namespace or module level
};

struct AxisValue {
  std::string label;  // the value in ids
  std::string py;
  std::string cpp;

  [[nodiscard]] const std::string& of(Language language) const { return language == Language::cpp ? cpp : py; }
};

/// A named list: what stands inside runs once per value, with `{name}` replaced.
struct Axis {
  std::string name;
  Place place;
  std::vector<AxisValue> values;
};

/// What must hold for a case to run.
struct Requirement {
  std::string text;                  // a range of torch versions, or `cuda`
  std::optional<Language> language;  // of the cases that need it; nothing: of all

  bool operator==(const Requirement&) const = default;
};

/// What groups and definitions have in common; everything inside a group inherits it.
struct Shared {
  GroupedSetup setup;
  std::vector<std::string> tags;
  std::vector<Requirement> requires_;
  std::vector<Axis> axes;
  std::vector<int> num_threads;  // empty: as the enclosing group says
};

/// `timer_args`: one language, passed through.
struct ExplicitArgs {
  Language language = Language::python;
  Text stmt;
};

/// How statements and modules are multiplied into runtimes and passes.
struct Modes {
  std::optional<Signature> signature;
  bool torchscript = false;
  bool autograd = false;
  bool boxing_measured = false;  // C++ TorchScript: is packing the inputs part of the statement?
};

/// `stmts`
struct GroupedStmts {
  PerLanguage stmt;
  Modes modes;
};

/// `modules`: constructors that define `model`; the statement is the call that the signature describes.
struct GroupedModules {
  PerLanguage model;
  Modes modes;
};

/// One line of a block in both languages, under its heading.
struct Variant {
  std::vector<std::string> label;  // heading, if there was one, and number
  PerLanguage stmt;
};

/// `variants`: the blocks, taken apart. Their setup sections are in `Shared::setup`'s place, after what was given
/// there.
struct GroupedVariants {
  GroupedSetup setup;
  std::vector<Variant> variants;
};

struct Definition {
  std::string label;
  Place place;
  Shared shared;
  std::variant<ExplicitArgs, GroupedStmts, GroupedModules, GroupedVariants, GroupedOperator> body;
};

/// A checked group: members in the order of the file. An included file is a group without a label.
struct Group {
  std::string label;
  Place place;
  Shared shared;
  std::vector<std::variant<Group, Definition>> members;
};

}  // namespace quern
