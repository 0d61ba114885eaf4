// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expand/case/case.hpp"
#include "harness/model/case_time.hpp"
#include "harness/model/failure.hpp"
#include "harness/model/metrics.hpp"
#include "harness/model/run_selection.hpp"
#include "harness/profile/function_counts.hpp"

namespace quern {

/// The raw totals of one window.
struct Window {
  long iterations = 0;
  std::map<std::string, std::uint64_t> events;  // Callgrind's names: Ir, Dr, I1mr, …; also alloc_count, alloc_bytes

  [[nodiscard]] std::uint64_t instructions() const {
    const auto found = events.find("Ir");
    return found == events.end() ? 0 : found->second;
  }
};

/// How far the repeats of a case agree. exact: all equal. settled: the last ones are, and are most. jitter: neither.
enum class Verdict { exact, settled, jitter };

std::string_view to_string(Verdict verdict);

/// What each function executed in `iterations` iterations, without the loop: the self counts sum to them exactly.
struct CaseFunctions {
  long iterations = 1;
  FunctionCounts self;
  FunctionCounts inclusive;
};

/// What a case counted where libraries, stack and heap lay elsewhere: see harness/measure/layout.hpp.
struct LayoutCount {
  int layout = 0;
  double instructions = 0;
};

struct Measurement {
  Verdict verdict = Verdict::exact;
  MetricValues values = {};  // per iteration, without the loop; instructions are among them
  std::vector<Window> windows = {};
  std::optional<CaseFunctions> functions = {};  // if they were asked for
  std::string profile = {};                     // Callgrind's file, if it was kept
  std::optional<CaseTime> time = {};            // if it was asked for
  std::vector<LayoutCount> layouts = {};        // if it was measured in more than one; the first is `instructions()`

  /// Whether Callgrind counted it: if not, there is no verdict.
  [[nodiscard]] bool counted() const { return find(kInstructions) != nullptr; }
  /// Sets the time, which is a metric too.
  void set_time(CaseTime measured);
  /// Null if it was not measured.
  [[nodiscard]] const MetricValue* find(std::string_view metric) const;
  [[nodiscard]] double instructions() const;
  /// Of the instructions: of the repeats, and of the layouts.
  [[nodiscard]] double spread() const;
};

enum class Status { ok, failed, skipped };

std::string_view to_string(Status status);

struct CaseResult {
  const Case* args = nullptr;  // owned by the caller of the run
  Status status = Status::skipped;
  std::optional<Measurement> measurement;
  std::optional<Failure> failure;
  double duration_s = 0;
  std::vector<std::string> notes = {};  // what a reader of the number must know: one sentence each
};

struct Library {
  std::string file;
  std::string build_id;     // empty if it has none
  std::uintmax_t size = 0;  // in bytes
  std::string path = {};

  bool operator==(const Library&) const = default;
};

/// What was measured with, as far as it can change a count.
struct Fingerprint {
  std::string name;
  std::string source;
  std::string torch_version;
  std::optional<std::string> torch_git;
  bool cxx11_abi = true;
  std::string installation = {};  // full or cpp: see harness/environment/installation.hpp; empty: an earlier quern
  std::vector<Library> libraries;
  std::string compiler;
  std::string flags;
  std::string valgrind;
  std::string glibc;
  std::string python;  // empty: no Python case was measured
  std::string guest_cpu;
  std::string allocator;
  std::string build;  // what LibTorch says of how it was built
  std::map<std::string, std::string> pinned;
};

struct Run {
  std::string started;         // UTC, ISO 8601
  std::string commit = {};     // of the repository that quern was started in; empty if it is none
  std::string build_key = {};  // what was measured and how, by content; empty if nobody asked for it
  double duration_s = 0;
  bool interrupted = false;
  std::optional<RunSelection> selection = {};  // not known of runs of an earlier quern
  bool stable = true;
  std::vector<std::string> notes = {};  // why it is not stable, or what could not be pinned: one sentence each
  Fingerprint environment;
  std::vector<CaseResult> cases;  // in the order of the suite
};

}  // namespace quern
