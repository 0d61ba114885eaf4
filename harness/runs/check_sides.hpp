// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <list>
#include <set>
#include <string>
#include <vector>

#include "harness/compare/layout_change.hpp"
#include "harness/model/run_reader.hpp"
#include "harness/runs/measure_runs.hpp"
#include "harness/runs/selection.hpp"
#include "harness/runs/side_source.hpp"

namespace quern {

/// Both sides of a check as runs, wherever they come from. Owns what the runs refer to.
class CheckSides {
 public:
  struct Options {
    SideSource base;
    SideSource head;
    Selection selection;
    MeasuringOptions measuring;  // with what the head is saved as
    std::filesystem::path store;
  };

  /// Reads what is stored, and selects what is to be measured. Throws Error(usage, definition or environment).
  explicit CheckSides(Options options);

  /// Measures the sides that are environments.
  void measure(Streams streams);
  /// Measures these cases in the further layouts that the options ask for, on the sides that are environments. Of a
  /// side that is stored it takes what that run counted there. Nothing if neither can be measured. Refers to this
  /// object.
  std::vector<Elsewhere> measure_elsewhere(const std::set<std::string>& ids, Streams streams);

  [[nodiscard]] const SideSource& base_source() const { return options_.base; }
  [[nodiscard]] const SideSource& head_source() const { return options_.head; }
  [[nodiscard]] const Run& base() const { return base_; }
  [[nodiscard]] const Run& head() const { return head_; }
  [[nodiscard]] bool interrupted() const;

 private:
  [[nodiscard]] bool measures() const { return options_.base.is_measured() || options_.head.is_measured(); }
  void select_cases();
  Run load(const SideSource& source);
  [[nodiscard]] std::vector<EnvironmentSpec> environments() const;
  /// Both sides of one layout.
  struct Both {
    Run base;
    Run head;
  };

  Options options_;
  std::vector<Case> cases_;         // to be measured
  std::set<std::string> left_out_;  // defined, but not selected
  std::vector<Case> again_;         // of those, what is measured in further layouts
  std::vector<StoredRun> stored_;
  Run base_;
  Run head_;
  std::list<Both> elsewhere_;  // what was handed out refers to them
};

}  // namespace quern
