// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>
#include <string>
#include <vector>

#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_node.hpp"

namespace quern {

/// Thrown through yaml-cpp once a problem makes reading on pointless; the problem is already recorded.
struct StopReading {};

/// Builds our tree from yaml-cpp's events. Not yaml-cpp's own tree: that one merges nothing, hides duplicate keys and
/// shares aliased nodes, so that a walk over a few bytes of aliases would never end.
class YamlBuilder : public YAML::EventHandler {
 public:
  YamlBuilder(const Source& source, Problems& problems) : source_(source), problems_(problems) {
    root_.place = root_.text.place = {&source, 1, 1};  // what is left of a file without a document
  }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

  [[nodiscard]] YamlNode& root() { return root_; }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor;
    std::vector<YamlNode> key;  // a map's key that waits for its value: none or one
  };

  [[nodiscard]] Place place(const YAML::Mark& mark) const;
  [[nodiscard]] Place content_place(const Place& place) const;
  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor);
  void close();
  void add(YamlNode node, YAML::anchor_t anchor);
  void insert(YamlNode node);
  void count(const YamlNode& node);
  void charge(const YamlNode& node, const Place& at);
  void check_duplicates(const YamlNode& map);
  [[noreturn]] void stop(const Place& place, const std::string& message, const std::string& hint);

  const Source& source_;
  Problems& problems_;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchored_;
  std::size_t nodes_ = 0;
  std::size_t copied_nodes_ = 0;
  std::size_t bytes_ = 0;
  int documents_ = 0;
};

}  // namespace quern
