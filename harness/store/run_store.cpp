// SPDX-License-Identifier: Apache-2.0
#include "harness/store/run_store.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/store/database_error.hpp"
#include "harness/store/open_store.hpp"
#include "harness/store/parts.hpp"
#include "harness/store/run_store_impl.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

RunStore::RunStore(const std::filesystem::path& file, Mode mode, std::chrono::milliseconds patience)
    : impl_(
          std::make_unique<Impl>(mode == Mode::write ? open_to_write(file, patience) : open_to_read(file, patience))) {}

RunStore::~RunStore() = default;
RunStore::RunStore(RunStore&&) noexcept = default;
RunStore& RunStore::operator=(RunStore&&) noexcept = default;

void RunStore::Impl::require_run(std::int64_t run) const {
  SqlStatement statement(database, "SELECT 1 FROM runs WHERE id = ?");
  if (!statement.bind(run).step())
    throw Error(ErrorKind::usage, fmt::format("the store has no run {}", run), "'quern runs list' shows what it has");
}

namespace {

CaseParts read_parts(Texts& texts, const SqlStatement& row) {
  CaseParts parts;
  parts.body = texts.get(row.integer(0));
  if (const std::optional<std::int64_t> functions = row.optional_integer(1)) parts.functions = texts.get(*functions);
  parts.duration_s = row.optional_real(2);
  return parts;
}

Json read_header(const Database& database, Texts& texts, std::int64_t run) {
  SqlStatement row(database, "SELECT header, environment, finished FROM runs WHERE id = ?");
  row.bind(run).step();
  HeaderParts parts{texts.get(row.integer(0)), {}};
  if (const std::optional<std::int64_t> environment = row.optional_integer(1))
    parts.environment = texts.get(*environment);
  Json header = join_header(parts);
  if (row.integer(2) == 0) header["interrupted"] = true;
  return header;
}

}  // namespace

Json RunStore::document(std::int64_t run) const {
  const Snapshot snapshot(impl_->database);
  impl_->require_run(run);
  Json document = read_header(impl_->database, impl_->texts, run);
  Json cases = Json::array();
  SqlStatement row(impl_->database, "SELECT body, functions, duration_s FROM results WHERE run = ? ORDER BY position");
  row.bind(run);
  while (row.step()) cases.push_back(join_case(read_parts(impl_->texts, row)));
  document["cases"] = std::move(cases);
  return document;
}

}  // namespace quern
