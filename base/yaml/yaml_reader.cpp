// SPDX-License-Identifier: Apache-2.0
#include "base/yaml/yaml_reader.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <string_view>
#include <utility>

#include "base/yaml/text_checks.hpp"
#include "base/yaml/yaml_builder.hpp"

namespace quern {
namespace {

// yaml-cpp says what its grammar missed; people want to know what to type.
std::string yaml_hint(std::string_view message) {
  if (message == YAML::ErrorMsg::MAP_VALUE) return "quote text that contains ': ', or write it as a block: |";
  if (message == YAML::ErrorMsg::END_OF_MAP || message == YAML::ErrorMsg::END_OF_SEQ)
    return "check the indentation of this line";
  if (message == YAML::ErrorMsg::UNKNOWN_ANCHOR) return "define it before, as &name; quote text that begins with '*'";
  if (message == YAML::ErrorMsg::END_OF_SEQ_FLOW) return "close the list with ']'";
  if (message == YAML::ErrorMsg::END_OF_MAP_FLOW) return "close the quotes, or the map with '}'";
  if (message == YAML::ErrorMsg::EOF_IN_SCALAR) return "close the quotes";
  return "quote the text, or write it as a block: |";
}

// yaml-cpp 0.8 adds which anchor it is, at which the place points anyway.
std::string yaml_message(const std::string& said) {
  return said.starts_with(YAML::ErrorMsg::UNKNOWN_ANCHOR) ? YAML::ErrorMsg::UNKNOWN_ANCHOR : said;
}

// The parser's marks can lie past the end: then the last line that says something is shown.
Place clamp(const Source& source, const YAML::Mark& mark) {
  if (mark.is_null()) return {&source, 1, 1};
  int line = mark.line + 1;
  while (line > 1 && source.line(line).empty()) --line;
  if (line <= mark.line) return {&source, line, static_cast<int>(source.line(line).size()) + 1};
  const int last_column = static_cast<int>(source.line(line).size()) + 1;
  return {&source, line, std::min(mark.column + 1, last_column)};
}

// Problem positions inside are one-shot: what was wrong stays in `problems`, the tree is what could be kept.
bool parse(const Source& source, YamlBuilder& builder, Problems& problems) {
  std::istringstream stream(source.text());
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return true;
  } catch (const StopReading&) {
  } catch (const YAML::Exception& error) {
    const std::string message = yaml_message(error.msg);
    problems.add(clamp(source, error.mark), fmt::format("not valid YAML: {}", message), yaml_hint(message));
  }
  return false;
}

}  // namespace

bool check_size(const Source& source, Problems& problems) {
  if (source.text().size() <= kLargestYaml) return true;
  problems.add({&source, 1, 1}, fmt::format("the file has more than {} MB", kLargestYaml >> 20U),
               "split it, or use axes to make many cases");
  return false;
}

std::optional<YamlNode> read_yaml(const Source& source, Problems& problems) {
  if (!check_size(source, problems) || !check_text(source, problems)) return std::nullopt;
  YamlBuilder builder(source, problems);
  if (!parse(source, builder, problems)) return std::nullopt;
  return std::move(builder.root());
}

}  // namespace quern
