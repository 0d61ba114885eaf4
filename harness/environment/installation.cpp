// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/installation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/json_text.hpp"
#include "base/replaced_file.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMarkFile = "quern-environment.json";
constexpr const char* kMarkSchema = "quern.environment/1";

InstallationKind kind_named(const std::string& word) {
  for (const InstallationKind kind : {InstallationKind::full, InstallationKind::cpp})
    if (to_string(kind) == word) return kind;
  throw Error(ErrorKind::environment, fmt::format("'{}' is no kind of installation", word));
}

InstallationMark mark_of(const nlohmann::ordered_json& json) {
  if (json.at("schema") != kMarkSchema) throw Error(ErrorKind::environment, "it has another schema");
  return {kind_named(json.at("installation").get<std::string>()), json.at("torch_version").get<std::string>(),
          json.at("wheel").get<std::string>(), json.at("sha256").get<std::string>(),
          json.at("bytes").get<std::uintmax_t>()};
}

}  // namespace

std::string_view to_string(InstallationKind kind) { return kind == InstallationKind::full ? "full" : "cpp"; }

std::optional<InstallationMark> read_mark(const fs::path& folder) {
  const fs::path file = folder / kMarkFile;
  const std::optional<std::string> text = try_read_file(file);
  if (!text) return std::nullopt;
  try {
    return mark_of(parse_json(*text));
  } catch (const std::exception& error) {  // ours, or that of the JSON library
    throw Error(ErrorKind::environment, fmt::format("'{}' cannot be read: {}", file.string(), error.what()),
                "remove the environment, and fetch it again");
  }
}

void write_mark(const fs::path& folder, const InstallationMark& mark) {
  const nlohmann::ordered_json json = {{"schema", kMarkSchema},         {"installation", to_string(mark.kind)},
                                       {"torch_version", mark.version}, {"wheel", mark.wheel},
                                       {"sha256", mark.sha256},         {"bytes", mark.bytes}};
  replace_file(folder / kMarkFile, json.dump(2) + "\n");
}

InstallationKind installation_below(const fs::path& root) {
  const std::optional<InstallationMark> mark = read_mark(root);
  return mark ? mark->kind : InstallationKind::full;
}

}  // namespace quern
