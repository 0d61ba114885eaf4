// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/run_source.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json stored_document(const std::string& text, const fs::path& store) {
  std::error_code ignored;
  if (!fs::exists(store, ignored))
    throw Error(
        ErrorKind::usage,
        fmt::format("there is no file '{}', and no store at '{}' to look for such a run", text, store.string()),
        "give a file that 'quern run --format json -o FILE' wrote, or make a store with 'quern run --save NAME'");
  const RunStore runs(store, RunStore::Mode::read);
  return runs.document(runs.require(text));
}

}  // namespace

bool is_run_file(const std::string& text) {
  std::error_code ignored;
  const fs::file_status status = fs::status(text, ignored);
  return text.ends_with(".json") || (fs::exists(status) && !fs::is_directory(status));
}

StoredRun load_run(const std::string& text, const fs::path& store) {
  return is_run_file(text) ? read_run_file(text) : run_of(stored_document(text, store), text);
}

Json load_document_file(const fs::path& file) {
  Json document = parse_run_file(file);
  static_cast<void>(run_of(document, file.string()));  // says what is wrong with it
  return document;
}

Json load_document(const std::string& text, const fs::path& store) {
  return is_run_file(text) ? load_document_file(text) : stored_document(text, store);
}

}  // namespace quern
