// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/store/machine_key.hpp"
#include "harness/store/run_store.hpp"
#include "harness/store/run_store_impl.hpp"

namespace quern {
namespace {

// Unstable and unfinished runs prove nothing.
constexpr const char* kAllRuns =
    "SELECT id, started, git_commit, torch_version, machine FROM runs WHERE finished AND stable"
    " AND (?2 IS NULL OR (started, id) <= (SELECT started, id FROM runs WHERE id = ?2))"
    " ORDER BY started DESC, id DESC LIMIT ?3";
constexpr const char* kNamedRuns =
    "SELECT id, started, git_commit, torch_version, machine FROM names JOIN runs ON id = run"
    " WHERE name = ?1 AND finished AND stable AND (?2 IS NULL OR"
    " CASE WHEN EXISTS (SELECT 1 FROM names WHERE name = ?1 AND run = ?2)"
    " THEN sequence <= (SELECT sequence FROM names WHERE name = ?1 AND run = ?2)"
    " ELSE (started, id) <= (SELECT started, id FROM runs WHERE id = ?2) END)"
    " ORDER BY sequence DESC LIMIT ?3";

/// The runs of a history: what all points of a run share, oldest first, and where each is.
struct Course {
  std::vector<HistoryPoint> runs;
  std::unordered_map<std::int64_t, std::size_t> places;
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();  // id
};

Course read_course(const Database& database, const HistoryQuery& query) {
  SqlStatement row(database, query.name.empty() ? kAllRuns : kNamedRuns);
  row.bind(query.name, query.up_to, query.most);
  Course course;
  while (row.step()) {
    HistoryPoint point;
    point.run = row.integer(0);
    point.started = row.text(1);
    point.commit = row.text(2);
    point.torch_version = row.text(3);
    point.machine = row.text(4);
    course.lowest = std::min(course.lowest, point.run);
    course.runs.push_back(std::move(point));
  }
  std::reverse(course.runs.begin(), course.runs.end());
  for (std::size_t i = 0; i < course.runs.size(); ++i) course.places[course.runs[i].run] = i;
  return course;
}

struct Count {
  std::size_t place = 0;
  const std::string* definition_hash = nullptr;
  std::string verdict;
  double instructions = 0;
  double spread = 0;
};

/// A case by its definitions: they have ids of their own.
using Definitions = std::vector<std::pair<std::int64_t, std::string>>;

std::vector<Count> read_counts(SqlStatement& row, const Definitions& definitions, const Course& course) {
  std::vector<Count> counts;
  for (const auto& [id, hash] : definitions) {
    row.bind(id, course.lowest);
    while (row.step())
      if (const auto found = course.places.find(row.integer(0)); found != course.places.end())
        counts.push_back({found->second, &hash, row.text(1), row.real(2), row.real(3)});
  }
  const auto older = [](const Count& a, const Count& b) { return a.place < b.place; };
  if (!std::is_sorted(counts.begin(), counts.end(), older)) std::stable_sort(counts.begin(), counts.end(), older);
  return counts;
}

std::vector<HistoryPoint> points_of(const std::string& id, const std::vector<Count>& counts, const Course& course) {
  std::vector<HistoryPoint> points;
  points.reserve(counts.size());
  for (const Count& count : counts) {
    HistoryPoint& point = points.emplace_back(course.runs[count.place]);
    point.machine = machine_of(point.machine, id);
    point.definition_hash = *count.definition_hash;
    point.verdict = count.verdict;
    point.instructions = count.instructions;
    point.spread = count.spread;
  }
  return points;
}

std::map<std::string, Definitions> read_cases(const Database& database, const std::vector<std::string>& ids) {
  std::map<std::string, Definitions> cases;
  const auto read = [&cases](SqlStatement& row) {
    while (row.step()) cases[row.text(1)].emplace_back(row.integer(0), row.text(2));
  };
  if (ids.empty()) {
    SqlStatement row(database, "SELECT id, name, definition_hash FROM cases");
    read(row);
  }
  SqlStatement row(database, "SELECT id, name, definition_hash FROM cases WHERE name = ?");
  for (const std::string& id : std::set<std::string>(ids.begin(), ids.end())) read(row.bind(id));
  return cases;
}

}  // namespace

History RunStore::history(const HistoryQuery& query) const {
  const Snapshot snapshot(impl_->database);
  const Course course = read_course(impl_->database, query);
  SqlStatement row(impl_->database,
                   "SELECT run, verdict, instructions, spread FROM results"
                   " WHERE case_id = ? AND run >= ? AND status = 'ok' AND instructions IS NOT NULL ORDER BY run");
  History history;
  for (const auto& [id, definitions] : read_cases(impl_->database, query.ids)) {
    const std::vector<Count> counts = read_counts(row, definitions, course);
    if (!counts.empty()) history[id] = points_of(id, counts, course);
  }
  return history;
}

std::map<std::string, double> RunStore::durations() const {
  const Snapshot snapshot(impl_->database);
  SqlStatement last(impl_->database,
                    "SELECT run, duration_s FROM results WHERE case_id = ? AND status <> 'skipped'"
                    " AND duration_s IS NOT NULL ORDER BY run DESC LIMIT 1");
  std::map<std::string, double> durations;
  for (const auto& [name, definitions] : read_cases(impl_->database, {})) {
    std::int64_t newest = 0;
    for (const auto& [id, hash] : definitions) {
      if (!last.bind(id).step() || last.integer(0) < newest) continue;
      newest = last.integer(0);
      durations[name] = last.real(1);
    }
  }
  return durations;
}

std::vector<std::string> RunStore::case_ids() const {
  SqlStatement row(impl_->database, "SELECT DISTINCT name FROM cases ORDER BY name");
  std::vector<std::string> ids;
  while (row.step()) ids.push_back(row.text(0));
  return ids;
}

}  // namespace quern
