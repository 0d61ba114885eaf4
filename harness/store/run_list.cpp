// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "harness/store/run_store.hpp"
#include "harness/store/run_store_impl.hpp"

namespace quern {
namespace {

// The cases of a finished run were counted when it was; there may be half a million of them.
constexpr const char* kColumns =
    "SELECT id, started, git_commit, environment_name, torch_version, duration_s, stable, finished, interrupted,"
    " CASE WHEN finished THEN ok ELSE (SELECT count(*) FROM results WHERE run = id AND status = 'ok') END,"
    " CASE WHEN finished THEN failed ELSE (SELECT count(*) FROM results WHERE run = id AND status = 'failed') END,"
    " CASE WHEN finished THEN skipped ELSE (SELECT count(*) FROM results WHERE run = id AND status = 'skipped') END"
    " FROM runs WHERE ?1 IS NULL OR id = ?1 ORDER BY started DESC, id DESC LIMIT ?2";

RunSummary read_summary(const SqlStatement& row, SqlStatement& names) {
  RunSummary run;
  run.id = row.integer(0);
  run.started = row.text(1);
  run.commit = row.text(2);
  run.environment = row.text(3);
  run.torch_version = row.text(4);
  run.duration_s = row.real(5);
  run.stable = row.integer(6) != 0;
  run.finished = row.integer(7) != 0;
  run.interrupted = row.integer(8) != 0;
  run.ok = static_cast<std::size_t>(row.integer(9));
  run.failed = static_cast<std::size_t>(row.integer(10));
  run.skipped = static_cast<std::size_t>(row.integer(11));
  names.bind(run.id);
  while (names.step()) run.names.push_back(names.text(0));
  return run;
}

std::vector<RunSummary> summaries(const Database& database, std::optional<std::int64_t> run, std::size_t most) {
  const Snapshot snapshot(database);
  SqlStatement names(database, "SELECT name FROM names WHERE run = ? ORDER BY sequence");
  SqlStatement row(database, kColumns);
  row.bind(run, most);
  std::vector<RunSummary> found;
  while (row.step()) found.push_back(read_summary(row, names));
  return found;
}

}  // namespace

std::vector<RunSummary> RunStore::list(std::size_t most) const {
  return summaries(impl_->database, std::nullopt, most);
}

RunSummary RunStore::summary(std::int64_t run) const {
  impl_->require_run(run);
  return summaries(impl_->database, run, 1).front();
}

}  // namespace quern
