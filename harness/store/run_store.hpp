// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quern {

/// A stored run without its cases.
struct RunSummary {
  std::int64_t id = 0;
  std::vector<std::string> names;  // in the order they were given
  std::string started;             // UTC, ISO 8601
  std::string commit;              // of the repository that was measured; empty if none
  std::string environment;
  std::string torch_version;
  std::size_t ok = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  double duration_s = 0;
  bool stable = true;
  bool finished = true;  // false: being measured, or its quern was killed
  bool interrupted = false;
};

/// One count of a case in the course of the stored runs.
struct HistoryPoint {
  std::int64_t run = 0;
  std::string started;
  std::string commit;
  std::string torch_version;
  std::string machine;  // equal where the conditions of the case's language are: compiler, Valgrind, processor, …
  std::string definition_hash;
  std::string verdict;  // exact, settled, jitter
  double instructions = 0;
  double spread = 0;
};

/// Counts of cases by id, oldest first.
using History = std::map<std::string, std::vector<HistoryPoint>>;

/// Which runs a history is made of.
struct HistoryQuery {
  std::vector<std::string> ids;       // empty: all cases
  std::string name;                   // only runs of this name, in the order they got it; empty: all, by time
  std::optional<std::int64_t> up_to;  // no run that is newer than this one
  std::size_t most = 1000;            // the newest so many runs
};

/// The result of importing a document.
struct Imported {
  std::int64_t run = 0;
  bool is_new = true;  // false: it was there already
};

/// Which runs are old enough to go. Neither the last run of a name nor one that may still be measured ever is.
struct PruneRule {
  std::optional<std::size_t> keep;  // the newest so many of each name, and of those without one
  std::string before;               // UTC, ISO 8601: what started earlier; empty: no matter when
  std::string alive_since;          // UTC, ISO 8601: an unfinished run that started earlier is dead
};

/// The runs of a project in one SQLite file. Every call is a transaction of its own that is on the disk when it
/// returns; several processes may work at once. All throw Error(environment) if the file is locked for long, damaged,
/// full or written by a newer quern, and Error(usage) for a run that is not there. For one thread at a time.
class RunStore {
 public:
  enum class Mode { read, write };

  /// Mode::write makes the file and its folder if they are missing, and brings an older one up to date; Mode::read
  /// never changes what is stored, works on a read-only disk, and throws Error(usage) if there is no store.
  /// `patience`: how long to wait for a process that has locked the file.
  RunStore(const std::filesystem::path& file, Mode mode, std::chrono::milliseconds patience = std::chrono::seconds(10));
  ~RunStore();
  RunStore(RunStore&&) noexcept;
  RunStore& operator=(RunStore&&) noexcept;

  /// A run that begins: `header` is its document without cases. Cases follow as they are measured.
  std::int64_t begin(const nlohmann::ordered_json& header);
  /// One case of the document; `position` is its place in the suite. The same position again replaces it. A run that
  /// was finished is so no more, until it is finished again.
  void add_case(std::int64_t run, std::size_t position, const nlohmann::ordered_json& result);
  /// The header as it is in the end; the run is whole from now on.
  void finish(std::int64_t run, const nlohmann::ordered_json& header);

  /// A whole document at once. The same document again is not stored twice: its run's id.
  std::int64_t import(const nlohmann::ordered_json& document);
  Imported import_once(const nlohmann::ordered_json& document);
  /// The document, byte for byte what was imported or would have been printed, once dumped with the same indent. Of an
  /// unfinished run: what there is of it, as interrupted.
  [[nodiscard]] nlohmann::ordered_json document(std::int64_t run) const;

  /// The run that `text` means: a name (the run that got it last; `NAME~2`: two before), an id, `latest`, or the
  /// beginning of a commit (the newest run of it). Nothing if there is none.
  [[nodiscard]] std::optional<std::int64_t> find(const std::string& text) const;
  /// The same; throws Error(usage) that suggests what is near.
  [[nodiscard]] std::int64_t require(const std::string& text) const;

  /// The finished runs whose document has this `build_key`, the newest first.
  [[nodiscard]] std::vector<std::int64_t> of_build(const std::string& build_key) const;

  /// `latest`, and what runs are called.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Newest first.
  [[nodiscard]] std::vector<RunSummary> list(std::size_t most) const;
  [[nodiscard]] RunSummary summary(std::int64_t run) const;
  [[nodiscard]] History history(const HistoryQuery& query) const;
  /// Seconds that each case took last, for planning.
  [[nodiscard]] std::map<std::string, double> durations() const;
  /// The ids of all cases that any run has, sorted.
  [[nodiscard]] std::vector<std::string> case_ids() const;

  /// Adds a name: the run becomes the newest of that name. Throws Error(usage) for a name that could be an id or
  /// commit.
  void name(std::int64_t run, const std::string& name);
  /// Takes a name from all runs, or from one. Throws Error(usage) if none has it.
  void forget_name(const std::string& name);
  void forget_name(std::int64_t run, const std::string& name);

  void remove(const std::vector<std::int64_t>& runs);
  /// The runs that the rule lets go, oldest first.
  [[nodiscard]] std::vector<std::int64_t> prunable(const PruneRule& rule) const;
  /// Gives the space of removed runs back to the disk: how many bytes.
  std::uintmax_t shrink();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Throws Error(usage) for a name that runs cannot have.
void check_run_name(const std::string& name);

}  // namespace quern
