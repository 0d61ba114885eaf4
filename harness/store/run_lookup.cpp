// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/json_text.hpp"
#include "base/nearest.hpp"
#include "harness/store/run_names.hpp"
#include "harness/store/run_store.hpp"
#include "harness/store/run_store_impl.hpp"

namespace quern {
namespace {

constexpr const char* kSeeList = "'quern runs list' shows what there is";

std::optional<std::int64_t> first(SqlStatement& statement) {
  return statement.step() ? std::optional(statement.integer(0)) : std::nullopt;
}

std::optional<std::int64_t> find_named(const Database& database, const NameAndStep& wanted) {
  if (wanted.name == "latest") {
    SqlStatement newest(database, "SELECT id FROM runs WHERE finished ORDER BY started DESC, id DESC LIMIT 1 OFFSET ?");
    return first(newest.bind(wanted.back));
  }
  SqlStatement named(database, "SELECT run FROM names WHERE name = ? ORDER BY sequence DESC LIMIT 1 OFFSET ?");
  return first(named.bind(wanted.name, wanted.back));
}

// A run that is whole is preferred: a commit is looked for to compare with it.
std::optional<std::int64_t> find_commit(const Database& database, const std::string& prefix) {
  SqlStatement newest(database,
                      "SELECT id FROM runs WHERE substr(git_commit, 1, length(?1)) = lower(?1)"
                      " ORDER BY finished DESC, started DESC, id DESC LIMIT 1");
  return first(newest.bind(prefix));
}

std::size_t count_named(const Database& database, const std::string& name) {
  SqlStatement count(database, "SELECT count(*) FROM names WHERE name = ?");
  count.bind(name).step();
  return static_cast<std::size_t>(count.integer(0));
}

}  // namespace

std::vector<std::string> RunStore::names() const {
  std::vector<std::string> names = {"latest"};
  SqlStatement row(impl_->database, "SELECT DISTINCT name FROM names ORDER BY name");
  while (row.step()) names.push_back(row.text(0));
  return names;
}

// Headers are short, and most are ruled out without being parsed.
std::vector<std::int64_t> RunStore::of_build(const std::string& build_key) const {
  const Snapshot snapshot(impl_->database);
  std::vector<std::int64_t> runs;
  SqlStatement row(impl_->database, "SELECT id, header FROM runs WHERE finished ORDER BY id DESC");
  while (row.step()) {
    const std::string header = impl_->texts.get(row.integer(1));
    if (header.find(build_key) == std::string::npos) continue;
    if (parse_json(header).value("build_key", "") == build_key) runs.push_back(row.integer(0));
  }
  return runs;
}

std::optional<std::int64_t> RunStore::find(const std::string& text) const {
  if (const std::optional<std::int64_t> run = find_named(impl_->database, parse_step(text))) return run;
  if (const std::optional<std::int64_t> id = parse_number(text)) {
    SqlStatement row(impl_->database, "SELECT id FROM runs WHERE id = ?");
    if (const std::optional<std::int64_t> run = first(row.bind(*id))) return run;
  }
  return is_commit_prefix(text) ? find_commit(impl_->database, text) : std::nullopt;
}

std::int64_t RunStore::require(const std::string& text) const {
  if (const std::optional<std::int64_t> run = find(text)) return *run;
  const NameAndStep wanted = parse_step(text);
  if (const std::size_t count = count_named(impl_->database, wanted.name); count > 0)
    throw Error(ErrorKind::usage, fmt::format("the store has no run '{}'", text),
                fmt::format("'{}' has {} run{}", wanted.name, count, count == 1 ? "" : "s"));
  const std::vector<std::string> all = names();
  const std::vector<std::string_view> known(all.begin(), all.end());
  throw Error(ErrorKind::usage, fmt::format("the store has no run '{}'", text),
              suggest_or(wanted.name, known, kSeeList));
}

void check_run_name(const std::string& name) {
  if (const std::string reason = refused_name(name); !reason.empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' cannot be the name of a run", name), reason);
}

void RunStore::name(std::int64_t run, const std::string& name) {
  check_run_name(name);
  Transaction transaction(impl_->database);
  impl_->require_run(run);
  // Anew, so that it becomes the last that got the name.
  SqlStatement(impl_->database, "DELETE FROM names WHERE name = ? AND run = ?").bind(name, run).run();
  SqlStatement(impl_->database, "INSERT INTO names (name, run) VALUES (?, ?)").bind(name, run).run();
  transaction.commit();
}

void RunStore::forget_name(const std::string& name) {
  Transaction transaction(impl_->database);
  if (count_named(impl_->database, name) == 0)
    throw Error(ErrorKind::usage, fmt::format("no run has the name '{}'", name), kSeeList);
  SqlStatement(impl_->database, "DELETE FROM names WHERE name = ?").bind(name).run();
  transaction.commit();
}

void RunStore::forget_name(std::int64_t run, const std::string& name) {
  Transaction transaction(impl_->database);
  SqlStatement row(impl_->database, "SELECT 1 FROM names WHERE name = ? AND run = ?");
  if (!row.bind(name, run).step())
    throw Error(ErrorKind::usage, fmt::format("run {} has no name '{}'", run, name), kSeeList);
  SqlStatement(impl_->database, "DELETE FROM names WHERE name = ? AND run = ?").bind(name, run).run();
  transaction.commit();
}

}  // namespace quern
