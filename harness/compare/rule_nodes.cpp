// SPDX-License-Identifier: Apache-2.0
#include "harness/compare/rule_nodes.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/yaml/node_reader.hpp"
#include "base/yaml/yaml_reader.hpp"

namespace quern {

std::optional<Pattern> read_pattern(const YamlNode& node, Problems& problems) {
  const std::optional<Text> text = read_text(node, problems);
  if (!text) return std::nullopt;
  try {
    return Pattern(text->text);
  } catch (const Error& error) {
    problems.add(node.place, error.what(), error.hint());
    return std::nullopt;
  }
}

std::optional<Limit> read_limit(const YamlNode& node, const std::string& hint, Problems& problems) {
  const std::optional<Text> text = read_text(node, problems);
  if (!text) return std::nullopt;
  std::optional<Limit> limit = parse_limit(text->text);
  if (!limit) problems.add(node.place, fmt::format("'{}' is not a limit", text->text), hint);
  return limit;
}

Source rules_source(const std::filesystem::path& file) {
  try {
    return {std::filesystem::proximate(file).string(), read_file(file, kLargestYaml + 1)};
  } catch (const std::runtime_error& error) {
    throw Error(ErrorKind::usage, fmt::format("cannot read '{}': {}", file.string(), error.what()));
  }
}

}  // namespace quern
