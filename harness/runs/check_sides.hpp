// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

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
  /// Measures these cases again, where libraries, stack and heap lie elsewhere, on the sides that are environments;
  /// false if neither is.
  bool measure_again(const std::set<std::string>& ids, Streams streams);

  [[nodiscard]] const SideSource& base_source() const { return options_.base; }
  [[nodiscard]] const SideSource& head_source() const { return options_.head; }
  [[nodiscard]] const Run& base() const { return base_; }
  [[nodiscard]] const Run& head() const { return head_; }
  /// Of the second measurement; nothing for a side that is stored.
  [[nodiscard]] const Run* base_again() const { return base_again_ ? &*base_again_ : nullptr; }
  [[nodiscard]] const Run* head_again() const { return head_again_ ? &*head_again_ : nullptr; }
  [[nodiscard]] bool interrupted() const;

 private:
  [[nodiscard]] bool measures() const { return options_.base.is_measured() || options_.head.is_measured(); }
  void select_cases();
  Run load(const SideSource& source);
  [[nodiscard]] std::vector<EnvironmentSpec> environments() const;
  void assign(std::vector<Run> runs, std::optional<Run>& base, std::optional<Run>& head) const;

  Options options_;
  std::vector<TimerArgs> cases_;    // to be measured
  std::set<std::string> left_out_;  // defined, but not selected
  std::vector<TimerArgs> again_;    // of those, what is measured a second time
  std::vector<StoredRun> stored_;
  Run base_;
  Run head_;
  std::optional<Run> base_again_;
  std::optional<Run> head_again_;
};

}  // namespace quern
