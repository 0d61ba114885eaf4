// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/yaml/problems.hpp"
#include "expand/group.hpp"

namespace quern {

/// A text and how many of the scope's axes are visible in it: those declared where it stands, or further out. What is
/// declared further in does not reach it, so that a group's setup means the same to everything inside.
struct ScopedText {
  const Text* text = nullptr;
  std::size_t axes = 0;
};

/// All that a definition inherits from the groups around it. Does not own the groups.
struct Scope {
  struct Texts {
    std::vector<ScopedText> setup;
    std::vector<ScopedText> global_setup;
  };

  std::vector<std::string> label;
  std::vector<const Axis*> axes;
  Texts py;
  Texts cpp;
  std::vector<std::string> tags;
  std::vector<Requirement> requires_;
  std::vector<int> num_threads = {1};

  [[nodiscard]] const Texts& of(Language language) const { return language == Language::cpp ? cpp : py; }
  /// What cases in this language need.
  [[nodiscard]] std::vector<std::string> requirements(Language language) const;
};

/// The scope inside a group or definition. Reports axes that are declared twice, and uses of axes in its setup that are
/// not declared.
Scope enter(const Scope& outer, const std::string& label, const Shared& shared, Problems& problems);

/// Adds setup texts at the end; used for what a definition's body brings along.
void add_setup(Scope& scope, const GroupedSetup& setup, Problems& problems);

/// Reports each use of an axis that is not visible in `text`, or that has a value without a spelling in `language`.
void check_axis_uses(const Scope& scope, const ScopedText& text, Language language, Problems& problems);

}  // namespace quern
