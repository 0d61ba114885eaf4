// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/check_history.hpp"

#include <memory>
#include <optional>
#include <system_error>

#include "harness/compare/adaptive_limit.hpp"
#include "harness/runs/run_source.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Changes = std::map<std::string, std::vector<double>>;

constexpr std::size_t kMostRuns = 100;  // what is older says little about today

// The series that a base belongs to: its name, without what counts back from it.
std::string series_of(const RunStore& store, const std::string& base, std::int64_t run) {
  std::string name = base.substr(0, base.find('~'));
  for (const std::string& known : store.summary(run).names)
    if (known == name) return name;
  return {};
}

Changes changes_before(const RunStore& store, const std::string& base, std::int64_t run) {
  Changes changes;
  const HistoryQuery query{{}, series_of(store, base, run), run, kMostRuns};
  for (const auto& [id, points] : store.history(query)) {
    std::vector<CountPoint> counts;
    for (const HistoryPoint& point : points)
      counts.push_back({point.instructions, {point.definition_hash, point.machine}});
    changes[id] = relative_changes(counts);
  }
  return changes;
}

}  // namespace

std::function<std::vector<double>(const Case&)> history_of(const std::string& base, const fs::path& store_file) {
  std::error_code ignored;
  if (base.empty() || is_run_file(base) || !fs::exists(store_file, ignored)) return {};
  const RunStore store(store_file, RunStore::Mode::read);
  const std::optional<std::int64_t> run = store.find(base);
  if (!run) return {};
  const auto changes = std::make_shared<const Changes>(changes_before(store, base, *run));
  return [changes](const Case& args) {
    const auto found = changes->find(args.id);
    return found == changes->end() ? std::vector<double>{} : found->second;
  };
}

}  // namespace quern
