// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "expand/suite.hpp"

namespace quern::test {

using Files = std::map<std::string, std::string>;

/// Expands the file `a.yaml` of a made-up disk.
inline std::vector<Case> expand(const Files& files) {
  const std::vector<std::filesystem::path> roots = {"a.yaml"};
  return expand_suite(roots, [&](const std::filesystem::path& path) {
    const auto found = files.find(path.string());
    if (found == files.end()) throw std::runtime_error("no such file");
    return found->second;
  });
}

inline std::vector<Case> expand(const std::string& text) { return expand(Files{{"a.yaml", text}}); }

/// The message for a suite that is wrong; empty if it is right.
inline std::string mistakes(const Files& files) {
  try {
    expand(files);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

inline std::string mistakes(const std::string& text) { return mistakes(Files{{"a.yaml", text}}); }

/// The first line of each mistake.
inline std::vector<std::string> mistake_lines(const std::string& text) {
  std::vector<std::string> lines;
  const std::string all = mistakes(text);
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    if (all[at] != ' ') lines.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

inline std::vector<std::string> ids(const std::vector<Case>& cases) {
  std::vector<std::string> all;
  for (const Case& args : cases) all.push_back(args.id);
  return all;
}

}  // namespace quern::test
