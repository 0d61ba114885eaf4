// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/ascii.hpp"
#include "base/nearest.hpp"
#include "base/yaml/key_set.hpp"
#include "base/yaml/node_reader.hpp"
#include "base/yaml/yaml_reader.hpp"
#include "harness/compare/check_reader.hpp"
#include "harness/compare/rule_nodes.hpp"

namespace quern {
namespace {

constexpr std::array<std::string_view, 1> kFileWords = {"waivers"};
constexpr KeySet kFileKeys{"a file of waivers", kFileWords};
constexpr std::array<std::string_view, 6> kWaiverWords = {"match", "reason", "who", "expires", "bound", "for"};
constexpr KeySet kWaiverKeys{"a waiver", kWaiverWords};
constexpr std::array<std::string_view, 8> kWaivable = {"regressed", "added",     "disappeared", "failed",
                                                       "skipped",   "redefined", "unstable",    "unmeasured"};

bool is_date(const std::string& text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kForm[i]) return false;
  }
  const auto number = [&](std::size_t at, std::size_t digits) { return std::stoi(text.substr(at, digits)); };
  const std::chrono::year_month_day date(std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2))));
  return date.ok();
}

class WaiverReader {
 public:
  WaiverReader(const YamlNode& node, Problems& problems) : map_(node, kWaiverKeys, problems), problems_(problems) {
    waiver_.where = to_origin(node.place);
  }

  Waiver read() {
    if (!map_.valid()) return waiver_;
    if (const YamlNode* node = required("match")) read_match(*node);
    read_into(waiver_.reason, required("reason"));
    read_into(waiver_.who, required("who"));
    if (const YamlNode* node = required("expires")) read_date(*node);
    if (const YamlNode* node = map_.find("bound"))
      waiver_.bound = read_limit(*node, "write '2%', '50' or '2% | 50'", problems_);
    if (const YamlNode* node = map_.find("for"))
      read_findings(*node);
    else
      waiver_.findings = {Finding::regressed};
    return std::move(waiver_);
  }

 private:
  // An unknown key is probably the one that is missing.
  const YamlNode* required(std::string_view key) {
    const YamlNode* const node = map_.find(key);
    if (node == nullptr && map_.all_known())
      problems_.add(map_.place(), fmt::format("this waiver has no '{}'", key),
                    "a waiver has 'match', 'reason', 'who' and 'expires'");
    return node;
  }

  void read_into(std::string& target, const YamlNode* node) {
    if (node == nullptr) return;
    if (const std::optional<Text> text = read_text(*node, problems_)) target = text->text;
  }

  void read_match(const YamlNode& node) {
    std::optional<Pattern> pattern = read_pattern(node, problems_);
    if (!pattern) return;
    waiver_.match = pattern->text();
    waiver_.pattern = std::move(*pattern);
  }

  void read_date(const YamlNode& node) {
    read_into(waiver_.expires, &node);
    if (!waiver_.expires.empty() && !is_date(waiver_.expires))
      problems_.add(node.place, fmt::format("'{}' is not a date", waiver_.expires), "write it as YYYY-MM-DD");
  }

  void read_findings(const YamlNode& node) {
    for (const YamlNode* item : read_list(node, "a finding or a list of them", problems_)) {
      const std::optional<Text> text = read_text(*item, problems_);
      if (!text) continue;
      if (std::find(kWaivable.begin(), kWaivable.end(), text->text) == kWaivable.end())
        problems_.add(item->place, fmt::format("'{}' is nothing that can be waived", text->text),
                      suggest(text->text, kWaivable));
      else
        waiver_.findings.insert(*finding_of(text->text));
    }
  }

  MapReader map_;
  Problems& problems_;
  Waiver waiver_;
};

}  // namespace

std::vector<Waiver> read_waivers(const std::filesystem::path& file) { return read_waivers(rules_source(file)); }

std::vector<Waiver> read_waivers(const Source& source) {
  Problems problems;
  std::vector<Waiver> waivers;
  const std::optional<YamlNode> root = read_yaml(source, problems);
  if (root && root->kind != YamlNode::Kind::null) {  // a file of comments has none
    const MapReader map(*root, kFileKeys, problems);
    const YamlNode* const list = map.find(kFileWords.front());
    if (list != nullptr && list->kind != YamlNode::Kind::sequence && list->kind != YamlNode::Kind::null)
      report_type(*list, "a list of waivers", problems);
    if (list != nullptr)
      for (const YamlNode& item : list->items) waivers.push_back(WaiverReader(item, problems).read());
  }
  problems.throw_if_any();
  return waivers;
}

}  // namespace quern
