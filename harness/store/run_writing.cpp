// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "harness/store/database_error.hpp"
#include "harness/store/parts.hpp"
#include "harness/store/run_store.hpp"
#include "harness/store/run_store_impl.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

/// Writes cases; their statements are prepared once.
class ResultWriter {
 public:
  ResultWriter(const Database& database, Texts& texts)
      : database_(database),
        texts_(texts),
        before_(database, "SELECT body, functions FROM results WHERE run = ? AND position = ?"),
        find_case_(database, "SELECT id FROM cases WHERE name = ? AND definition_hash = ?"),
        add_case_(database, "INSERT INTO cases (name, definition_hash) VALUES (?, ?)"),
        put_(
            database,
            "INSERT OR REPLACE INTO results (run, position, case_id, status, verdict, instructions, spread, duration_s,"
            " body, functions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

  void put(std::int64_t run, std::size_t position, const Json& result) {
    const std::vector<std::int64_t> replaced = texts_at(run, position);
    const CaseColumns columns = case_columns(result);
    const CaseParts parts = split_case(result);
    const std::int64_t body = texts_.put(parts.body);
    std::optional<std::int64_t> functions;
    if (parts.functions) functions = texts_.put(*parts.functions);
    put_.bind(run, position, case_id(columns), columns.status, columns.verdict, columns.instructions, columns.spread,
              parts.duration_s, body, functions);
    put_.run();
    texts_.drop_unused(replaced);
  }

 private:
  std::vector<std::int64_t> texts_at(std::int64_t run, std::size_t position) {
    std::vector<std::int64_t> ids;
    before_.bind(run, position);
    while (before_.step())
      for (const int column : {0, 1})
        if (const std::optional<std::int64_t> id = before_.optional_integer(column)) ids.push_back(*id);
    return ids;
  }

  std::int64_t case_id(const CaseColumns& columns) {
    find_case_.bind(columns.id, columns.definition_hash);
    if (find_case_.step()) return find_case_.integer(0);
    add_case_.bind(columns.id, columns.definition_hash).run();
    return database_.last_id();
  }

  const Database& database_;
  Texts& texts_;
  SqlStatement before_;
  SqlStatement find_case_;
  SqlStatement add_case_;
  SqlStatement put_;
};

std::int64_t insert_run(const Database& database, Texts& texts, const Json& header) {
  const RunColumns run = run_columns(header);
  const HeaderParts parts = split_header(header);
  std::optional<std::int64_t> environment;
  if (parts.environment) environment = texts.put(*parts.environment);
  SqlStatement insert(
      database,
      "INSERT INTO runs (started, git_commit, environment_name, torch_version, machine, duration_s, stable,"
      " interrupted, header, environment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(run.started, run.commit, run.environment, run.torch_version, run.machine, run.duration_s, run.stable,
              run.interrupted, texts.put(parts.header), environment);
  insert.run();
  return database.last_id();
}

void update_run(const Database& database, Texts& texts, std::int64_t id, const Json& header) {
  const RunColumns run = run_columns(header);
  const HeaderParts parts = split_header(header);
  std::optional<std::int64_t> environment;
  if (parts.environment) environment = texts.put(*parts.environment);
  SqlStatement update(database,
                      "UPDATE runs SET started = ?2, git_commit = ?3, environment_name = ?4, torch_version = ?5,"
                      " machine = ?6, duration_s = ?7, stable = ?8, interrupted = ?9, header = ?10, environment = ?11"
                      " WHERE id = ?1");
  update.bind(id, run.started, run.commit, run.environment, run.torch_version, run.machine, run.duration_s, run.stable,
              run.interrupted, texts.put(parts.header), environment);
  update.run();
}

// Cases are nearly all of a document: they are not copied for the sake of the rest.
Json without_cases(const Json& document) {
  Json header = Json::object();
  for (const auto& [key, value] : document.items()) header[key] = key == "cases" ? Json::array() : value;
  return header;
}

std::vector<std::int64_t> header_texts(const Database& database, std::int64_t run) {
  std::vector<std::int64_t> ids;
  SqlStatement row(database, "SELECT header FROM runs WHERE id = ?1 UNION SELECT environment FROM runs WHERE id = ?1");
  row.bind(run);
  while (row.step())
    if (const std::optional<std::int64_t> id = row.optional_integer(0)) ids.push_back(*id);
  return ids;
}

// All that a document consists of. A text has one id as long as anything refers to it, so that equal documents have
// equal signatures.
std::string signature(const Database& database, std::int64_t run) {
  SqlStatement head(database, "SELECT header, coalesce(environment, 0) FROM runs WHERE id = ?");
  head.bind(run).step();
  std::string text = fmt::format("{},{}", head.integer(0), head.integer(1));
  SqlStatement row(database,
                   "SELECT body, coalesce(functions, 0), duration_s FROM results WHERE run = ? ORDER BY position");
  row.bind(run);
  while (row.step())
    text += fmt::format(";{},{},{:x}", row.integer(0), row.integer(1), std::bit_cast<std::uint64_t>(row.real(2)));
  return text;
}

std::optional<std::int64_t> find_same(const Database& database, std::int64_t run) {
  const std::string wanted = signature(database, run);
  SqlStatement same(database, "SELECT id FROM runs WHERE identity = ? AND id <> ?");
  same.bind(text_hash(wanted), run);
  while (same.step())
    if (signature(database, same.integer(0)) == wanted) return same.integer(0);
  return std::nullopt;
}

void mark_finished(const Database& database, std::int64_t run) {
  SqlStatement update(database,
                      "UPDATE runs SET finished = 1, identity = ?2,"
                      " ok = (SELECT count(*) FROM results WHERE run = ?1 AND status = 'ok'),"
                      " failed = (SELECT count(*) FROM results WHERE run = ?1 AND status = 'failed'),"
                      " skipped = (SELECT count(*) FROM results WHERE run = ?1 AND status = 'skipped') WHERE id = ?1");
  update.bind(run, text_hash(signature(database, run))).run();
}

// A run has one result of a case: whoever asks for its count must not get one of two.
void require_different_cases(const Json& document) {
  std::set<std::string> ids;
  for (const Json& result : document.at("cases"))
    if (const std::string id = case_columns(result).id; !ids.insert(id).second)
      throw Error(ErrorKind::usage, fmt::format("the case '{}' is in the document twice", id),
                  "a run has one result of each case");
}

}  // namespace

std::int64_t RunStore::begin(const Json& header) {
  Transaction transaction(impl_->database);
  const std::int64_t run = insert_run(impl_->database, impl_->texts, header);
  transaction.commit();
  return run;
}

void RunStore::add_case(std::int64_t run, std::size_t position, const Json& result) {
  Transaction transaction(impl_->database);
  impl_->require_run(run);
  ResultWriter(impl_->database, impl_->texts).put(run, position, result);
  SqlStatement(impl_->database, "UPDATE runs SET finished = 0, identity = NULL WHERE id = ? AND finished = 1")
      .bind(run)
      .run();
  transaction.commit();
}

void RunStore::finish(std::int64_t run, const Json& header) {
  Transaction transaction(impl_->database);
  impl_->require_run(run);
  const std::vector<std::int64_t> before = header_texts(impl_->database, run);
  update_run(impl_->database, impl_->texts, run, header);
  impl_->texts.drop_unused(before);
  mark_finished(impl_->database, run);
  transaction.commit();
}

std::int64_t RunStore::import(const Json& document) { return import_once(document).run; }

Imported RunStore::import_once(const Json& document) {
  require_different_cases(document);
  Transaction transaction(impl_->database);
  const std::int64_t run = insert_run(impl_->database, impl_->texts, without_cases(document));
  ResultWriter writer(impl_->database, impl_->texts);
  std::size_t position = 0;
  for (const Json& result : document.at("cases")) writer.put(run, position++, result);
  // Only now are its parts known; what was written goes again with the transaction.
  if (const std::optional<std::int64_t> same = find_same(impl_->database, run)) return {*same, false};
  mark_finished(impl_->database, run);
  transaction.commit();
  return {run, true};
}

}  // namespace quern
