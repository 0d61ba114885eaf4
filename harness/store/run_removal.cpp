// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "harness/store/run_store.hpp"
#include "harness/store/run_store_impl.hpp"

namespace quern {
namespace {

void collect_texts(const Database& database, std::int64_t run, std::set<std::int64_t>& ids) {
  SqlStatement row(database,
                   "SELECT body, functions FROM results WHERE run = ?1 UNION ALL"
                   " SELECT header, environment FROM runs WHERE id = ?1");
  row.bind(run);
  while (row.step())
    for (const int column : {0, 1})
      if (const std::optional<std::int64_t> id = row.optional_integer(column)) ids.insert(*id);
}

std::uintmax_t size_of(const std::filesystem::path& file) {
  std::uintmax_t total = 0;
  for (const char* ending : {"", "-wal"}) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file.string() + ending, error);
    if (!error) total += size;
  }
  return total;
}

}  // namespace

void RunStore::remove(const std::vector<std::int64_t>& runs) {
  Transaction transaction(impl_->database);
  std::set<std::int64_t> texts;
  for (const std::int64_t run : runs) {
    impl_->require_run(run);
    collect_texts(impl_->database, run, texts);
    SqlStatement(impl_->database, "DELETE FROM runs WHERE id = ?").bind(run).run();  // its cases and names go with it
  }
  impl_->texts.drop_unused({texts.begin(), texts.end()});
  impl_->database.execute("DELETE FROM cases WHERE NOT EXISTS (SELECT 1 FROM results WHERE case_id = cases.id)");
  transaction.commit();
}

std::vector<std::int64_t> RunStore::prunable(const PruneRule& rule) const {
  const Snapshot snapshot(impl_->database);
  // A run goes if it is beyond the newest so many of each of its names; without a name, of all such runs. An
  // unfinished one does not push out a whole one.
  SqlStatement row(impl_->database, R"sql(
    WITH ranked AS (
      SELECT run, row_number() OVER (PARTITION BY name ORDER BY finished DESC, sequence DESC) AS rank, 1 AS named
        FROM names JOIN runs ON id = run
      UNION ALL
      SELECT id, row_number() OVER (ORDER BY finished DESC, started DESC, id DESC), 0 FROM runs
        WHERE NOT EXISTS (SELECT 1 FROM names WHERE run = id)
    )
    SELECT id FROM runs JOIN ranked ON run = id
      WHERE (?1 = '' OR started < ?1) AND (finished OR started < ?3)
      GROUP BY id HAVING min(rank) > max(ifnull(?2, 0), max(named)) ORDER BY started, id)sql");
  std::optional<std::int64_t> keep;
  if (rule.keep) keep = static_cast<std::int64_t>(*rule.keep);
  row.bind(rule.before, keep, rule.alive_since);
  std::vector<std::int64_t> runs;
  while (row.step()) runs.push_back(row.integer(0));
  return runs;
}

std::uintmax_t RunStore::shrink() {
  constexpr const char* kEmptyLog = "PRAGMA wal_checkpoint(TRUNCATE)";
  impl_->database.execute(kEmptyLog);  // what the removal itself has written is no space that comes back
  const std::uintmax_t before = size_of(impl_->database.file());
  impl_->database.execute("PRAGMA incremental_vacuum");
  impl_->database.execute(kEmptyLog);
  const std::uintmax_t after = size_of(impl_->database.file());
  return before - std::min(before, after);
}

}  // namespace quern
