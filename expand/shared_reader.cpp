// SPDX-License-Identifier: Apache-2.0
#include "expand/shared_reader.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "expand/axes_reader.hpp"
#include "expand/keys.hpp"
#include "expand/label.hpp"
#include "expand/version_range.hpp"

namespace quern {
namespace {

std::vector<std::string> read_tags(const YamlNode& node, Problems& problems) {
  std::vector<std::string> tags;
  for (const YamlNode* item : read_list(node, "a tag or a list of tags", problems)) {
    const std::optional<Text> tag = read_text(*item, problems);
    if (!tag) continue;
    if (tag->text.find_first_of(" ,\n") != std::string::npos)
      problems.add(item->place, fmt::format("tag '{}' contains a space or a comma", tag->text), "write a list: [a, b]");
    else if (check_label(tag->text, item->place, problems))
      tags.push_back(tag->text);
  }
  return tags;
}

void check_requirement(const Text& text, const Place& place, Problems& problems) {
  if (text.text == "cuda") return;
  const std::optional<VersionRange> range = parse_version_range(text.text);
  if (!range)
    problems.add(place, fmt::format("version range '{}' cannot be read", text.text),
                 "for example \">=1.9,<2.11\", or cuda");
  else if (!range->satisfiable())
    problems.add(place, fmt::format("no version is inside '{}'", text.text), "a case with it would never run");
}

void read_requirements(const YamlNode& node, std::optional<Language> language, std::vector<Requirement>& requirements,
                       Problems& problems) {
  for (const YamlNode* item : read_list(node, "a version range, cuda, or a list of them", problems)) {
    const std::optional<Text> text = read_text(*item, problems);
    if (!text) continue;
    check_requirement(*text, item->place, problems);
    requirements.push_back({text->text, language});
  }
}

// Of both languages, or of each its own.
std::vector<Requirement> read_requires(const YamlNode& node, Problems& problems) {
  std::vector<Requirement> requirements;
  if (node.kind != YamlNode::Kind::map) {
    read_requirements(node, std::nullopt, requirements, problems);
    return requirements;
  }
  const MapReader map(node, kRequiresKeys, problems);
  if (const YamlNode* all = map.find("torch")) read_requirements(*all, std::nullopt, requirements, problems);
  if (const YamlNode* cpp = map.find("cpp")) read_requirements(*cpp, Language::cpp, requirements, problems);
  if (const YamlNode* py = map.find("py")) read_requirements(*py, Language::python, requirements, problems);
  return requirements;
}

std::vector<int> read_num_threads(const YamlNode& node, Problems& problems) {
  std::vector<int> counts;
  std::unordered_set<int> seen;
  for (const YamlNode* item : read_list(node, "a number of threads or a list of them", problems)) {
    const std::optional<int> count = read_int(*item, problems);
    if (!count) continue;
    if (*count < 1)
      problems.add(item->place, fmt::format("num_threads is {}", *count), "at least one thread runs the statement");
    else if (!seen.insert(*count).second)
      problems.add(item->place, fmt::format("num_threads repeats {}", *count));
    else
      counts.push_back(*count);
  }
  return counts;
}

PerLanguage read_global(const YamlNode& node, Problems& problems) {
  PerLanguage global;
  if (node.kind == YamlNode::Kind::map) {
    const MapReader map(node, kLanguageKeys, problems);
    if (const YamlNode* py = map.find("py")) global.py = read_text(*py, problems).value_or(Text{});
    if (const YamlNode* cpp = map.find("cpp")) global.cpp = read_text(*cpp, problems).value_or(Text{});
  } else {
    global.cpp = read_text(node, problems).value_or(Text{});  // where `#include` goes: plain text means C++
  }
  return global;
}

}  // namespace

GroupedSetup read_setup(const YamlNode& node, Problems& problems) {
  GroupedSetup setup;
  const MapReader map(node, kSetupKeys, problems);
  if (const YamlNode* py = map.find("py")) setup.local.py = read_text(*py, problems).value_or(Text{});
  if (const YamlNode* cpp = map.find("cpp")) setup.local.cpp = read_text(*cpp, problems).value_or(Text{});
  if (const YamlNode* global = map.find("global")) setup.global = read_global(*global, problems);
  return setup;
}

Shared read_shared(const MapReader& map, Problems& problems) {
  Shared shared;
  if (const YamlNode* tags = map.find("tags")) shared.tags = read_tags(*tags, problems);
  if (const YamlNode* needs = map.find("requires")) shared.requires_ = read_requires(*needs, problems);
  if (const YamlNode* axes = map.find("axes")) shared.axes = read_axes(*axes, problems);
  if (const YamlNode* counts = map.find("num_threads")) shared.num_threads = read_num_threads(*counts, problems);
  return shared;
}

}  // namespace quern
