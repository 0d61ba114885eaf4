// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace quern {

/// What decided which cases a run has, as the options say it. If it is all empty, every case of the standard suite.
struct RunSelection {
  std::vector<std::string> suites = {};  // definitions files and folders; none: the standard suite
  std::string filter = {};
  std::vector<std::string> tags = {};       // this and the next two: sorted; none: all
  std::vector<std::string> languages = {};  // that were kept
  std::vector<int> threads = {};
  std::string shard = {};  // I/N
  bool more = false;       // by what this quern does not know: a newer one wrote it

  bool operator==(const RunSelection&) const = default;

  /// Whether a run of this selection has every case that one of `other` has, if the definitions are the same. Where
  /// that cannot be told from the options alone: no. A shard covers nothing: one case more, and others are in it.
  [[nodiscard]] bool covers(const RunSelection& other) const;
  /// This, further narrowed down by `options`.
  [[nodiscard]] RunSelection narrowed_by(const RunSelection& options) const;
  /// The options as they would be typed, suites first.
  [[nodiscard]] std::vector<std::string> words() const;
  /// The same for people: `the standard suite`, `'my.yaml -f add'`
  [[nodiscard]] std::string text() const;
};

/// The field `selection` of a document: an object of what was given, null if nothing was.
nlohmann::ordered_json selection_json(const RunSelection& selection);

}  // namespace quern
