// SPDX-License-Identifier: Apache-2.0
#include "expand/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/yaml/json_reader.hpp"
#include "base/yaml/problems.hpp"
#include "base/yaml/yaml_reader.hpp"
#include "expand/group_reader.hpp"
#include "expand/keys.hpp"
#include "expand/materialize.hpp"
#include "expand/ops/param_config.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardInput = "-";

// JSON that names no part of a definitions file is meant to be a config, whatever is wrong with it.
bool is_operator_config(const Source& source, const YamlNode& root) {
  if (is_param_config(root)) return true;
  const auto of_definitions = [](const YamlEntry& entry) {
    return std::find(kGroupWords.begin(), kGroupWords.end(), entry.key.text.text) != kGroupWords.end();
  };
  return looks_like_json(source) && !root.entries.empty() &&
         std::none_of(root.entries.begin(), root.entries.end(), of_definitions);
}

std::string label_of(const fs::path& config) { return config == kStandardInput ? "stdin" : config.stem().string(); }

std::string read_source(const fs::path& path) {
  if (path != kStandardInput) return read_file(path, kLargestYaml + 1);
  std::string text(kLargestYaml + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  return text;
}

/// Reads files and what they include; owns the sources that the groups point into.
class SuiteReader {
 public:
  SuiteReader(const ReadFile& read, Problems& problems) : read_(read), problems_(problems) {}

  std::optional<Group> read_root(const fs::path& path) {
    sources_.emplace_back(path.string(), "");
    return read(path, Place{&sources_.back(), 1, 1});
  }

 private:
  std::optional<Group> read(const fs::path& path, const Place& from) {
    try {
      sources_.emplace_back(path.string(), read_(path));
    } catch (const std::runtime_error& error) {
      problems_.add(from, fmt::format("cannot read '{}': {}", path.string(), error.what()));
      return std::nullopt;
    }
    const Source& source = sources_.back();
    const std::size_t before = problems_.size();
    const std::optional<YamlNode> root =
        looks_like_json(source) ? read_json_tree(source, problems_) : read_yaml(source, problems_);
    if (!root) return std::nullopt;
    if (is_operator_config(source, *root)) {
      Group operators = read_param_config(*root, label_of(path), problems_);
      // What a file with mistakes stands for nobody asked: of a key that comes twice, only one value was checked.
      return problems_.size() == before ? std::optional(std::move(operators)) : std::nullopt;
    }
    open_.push_back(path);
    Group group = read_group(
        *root, [this, &path](const Text& name, const Place& place) { return include(path, name.text, place); },
        problems_);
    open_.pop_back();
    return group;
  }

  std::optional<Group> include(const fs::path& from, const std::string& name, const Place& place) {
    const fs::path path = (from.parent_path() / name).lexically_normal();
    if (std::find(open_.begin(), open_.end(), path) != open_.end()) {
      problems_.add(place, fmt::format("'{}' includes itself", name), chain(path));
      return std::nullopt;
    }
    // Not a cycle, but as endless: ten files that include the next one twice are a thousand.
    if (++includes_ > kMostIncludes) {
      if (includes_ == kMostIncludes + 1)
        problems_.add(place, fmt::format("more than {} files are included", kMostIncludes),
                      "a file counts each time that it is included");
      return std::nullopt;
    }
    return read(path, place);
  }

  [[nodiscard]] std::string chain(const fs::path& path) const {
    std::vector<std::string> names;
    for (const fs::path& file : open_) names.push_back(file.filename().string());
    names.push_back(path.filename().string());
    return fmt::format("{}", fmt::join(names, " → "));
  }

  static constexpr int kMostIncludes = 1000;

  const ReadFile& read_;
  Problems& problems_;
  int includes_ = 0;
  std::deque<Source> sources_;  // a deque: places point into it while it grows
  std::vector<fs::path> open_;  // from the root to the file being read
};

void add_folder(const fs::path& folder, std::vector<fs::path>& files) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".yaml" && entry.path().filename() != "quern.yaml" && entry.is_regular_file())
      found.push_back(entry.path().lexically_normal());
  if (found.empty())
    throw Error(ErrorKind::usage, fmt::format("no definitions in '{}'", folder.string()),
                "a suite is made of *.yaml files");
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

}  // namespace

std::vector<fs::path> suite_files(std::span<const std::string> suites) {
  std::vector<fs::path> files;
  for (const std::string& suite : suites) {
    const fs::path path(suite);
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
      add_folder(path, files);
    else if (suite == kStandardInput || fs::exists(path, ignored))
      files.push_back(path.lexically_normal());
    else
      throw Error(ErrorKind::usage, fmt::format("no such file or folder: '{}'", suite),
                  "SUITE is a definitions file or a folder of them");
  }
  std::vector<fs::path> unique;
  for (const fs::path& file : files)
    if (std::find(unique.begin(), unique.end(), file) == unique.end()) unique.push_back(file);
  return unique;
}

std::vector<Case> expand_suite(std::span<const fs::path> files, const ReadFile& read, const ExpandOptions& options) {
  Problems problems;
  SuiteReader reader(read, problems);
  std::vector<Group> groups;
  for (const fs::path& file : files)
    if (std::optional<Group> group = reader.read_root(file)) groups.push_back(std::move(*group));
  std::vector<Case> cases = materialize(groups, problems, options);
  problems.throw_if_any();
  return cases;
}

std::vector<Case> expand_suite(std::span<const fs::path> files, const ExpandOptions& options) {
  return expand_suite(files, read_source, options);
}

}  // namespace quern
