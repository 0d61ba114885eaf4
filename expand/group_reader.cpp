// SPDX-License-Identifier: Apache-2.0
#include "expand/group_reader.hpp"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "base/yaml/node_reader.hpp"
#include "expand/definition_reader.hpp"
#include "expand/keys.hpp"
#include "expand/label.hpp"
#include "expand/shared_reader.hpp"

namespace quern {
namespace {

using Member = std::variant<Group, Definition>;

class GroupReader {
 public:
  GroupReader(const ReadInclude& read_include, Problems& problems) : read_include_(read_include), problems_(problems) {}

  Group read(const std::string& label, const Place& place, const YamlNode& node) {
    Group group{label, place, {}, {}};
    const std::size_t before = problems_.size();
    const MapReader map(node, kGroupKeys, problems_);
    if (!map.valid() || node.entries.empty()) return group;
    group.shared = read_shared(map, problems_);
    if (const YamlNode* setup = map.find("setup")) group.shared.setup = read_setup(*setup, problems_);
    for (const YamlEntry& entry : node.entries) read_members(entry, group);
    check_labels(group);
    if (group.members.empty() && problems_.size() == before)
      problems_.add(place, "empty group: nothing to measure",
                    "add groups, timer_args, stmts, modules, variants, operators or include");
    return group;
  }

 private:
  void read_members(const YamlEntry& entry, Group& group) {
    const std::string& key = entry.key.text.text;
    if (key == "include")
      read_includes(entry.value, group);
    else if (key == "groups" || key == "timer_args" || key == "stmts" || key == "modules" || key == "variants" ||
             key == "operators")
      read_labelled(key, entry.value, group);
  }

  void read_includes(const YamlNode& node, Group& group) {
    for (const YamlNode* item : read_list(node, "a file or a list of files", problems_)) {
      const std::optional<Text> path = read_text(*item, problems_);
      if (!path) continue;
      if (std::optional<Group> included = read_include_(*path, item->place))
        group.members.emplace_back(std::move(*included));
    }
  }

  void read_labelled(const std::string& key, const YamlNode& node, Group& group) {
    if (node.kind != YamlNode::Kind::map || node.entries.empty())
      report_type(node, fmt::format("a map of labels to {}", key), problems_);
    std::unordered_set<std::string_view> labels;
    for (const YamlEntry& entry : node.entries) {
      const bool repeated = !labels.insert(entry.key.text.text).second;  // reported as a duplicate key
      std::optional<Member> member = read_member(key, entry);
      if (member && !repeated) group.members.push_back(std::move(*member));
    }
  }

  std::optional<Member> read_member(const std::string& key, const YamlEntry& entry) {
    const std::string& label = entry.key.text.text;
    if (key != "groups") return read_definition(key, entry, problems_);
    check_label(label, entry.key.place, problems_);
    return read(label, entry.key.place, entry.value);
  }

  // Keys of one map differ to the letter, but two maps (`stmts` and `groups`), or two spellings, can share an id.
  void check_labels(const Group& group) {
    std::unordered_map<std::string, int> seen;
    for (const auto& member : group.members) {
      const auto [label, place] = std::visit([](const auto& m) { return std::pair(m.label, m.place); }, member);
      if (label.empty()) continue;  // an included file
      const auto [first, added] = seen.emplace(id_part(label), place.line);
      if (!added)
        problems_.add(place, fmt::format("duplicate label '{}'", label),
                      fmt::format("first used in line {}; ids are lower case, with '_' for a space", first->second));
    }
  }

  const ReadInclude& read_include_;
  Problems& problems_;
};

}  // namespace

Group read_group(const YamlNode& root, const ReadInclude& read_include, Problems& problems) {
  return GroupReader(read_include, problems).read("", root.place, root);
}

}  // namespace quern
