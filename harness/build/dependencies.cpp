// SPDX-License-Identifier: Apache-2.0
#include "harness/build/dependencies.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace quern {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// `/usr/lib/libc.so`, or `(/usr/lib/libc.a)member.o`.
std::string linked_file(const std::string& line) {
  if (!line.starts_with('(')) return line;
  return line.substr(1, line.find(')') - 1);
}

// Where in the search a header was found. One folder may be inside another: the longer name leaves less to chance.
struct Found {
  std::size_t folder;
  std::string rest;
};

std::optional<Found> locate(const std::string& header, const std::vector<std::string>& folders) {
  std::optional<Found> found;
  for (std::size_t i = 0; i < folders.size(); ++i)
    if (header.starts_with(folders[i] + "/") && (!found || folders[i].size() > folders[found->folder].size()))
      found = Found{i, header.substr(folders[i].size() + 1)};
  return found;
}

// The first part of folder/rest that does not exist, if one does not.
std::optional<std::string> missing_part(const std::string& folder, const std::string& rest) {
  fs::path path = folder;
  if (!is_there(path)) return path.string();
  for (const fs::path& part : fs::path(rest))
    if (path /= part; !is_there(path)) return path.string();
  return std::nullopt;
}

struct Named {
  std::string name;
  bool quoted;
};

// After `#include`, `__has_include(` and their like. One with a path of its own is not searched for.
std::vector<Named> named_headers(const std::string& line) {
  constexpr std::string_view kWord = "include";
  constexpr std::string_view kNext = "_next";
  std::vector<Named> found;
  for (std::size_t at = line.find(kWord); at != std::string::npos; at = line.find(kWord, at + 1)) {
    const std::size_t word_end =
        at + kWord.size() + (line.compare(at + kWord.size(), kNext.size(), kNext) == 0 ? 5 : 0);
    const std::size_t open = std::min(line.find_first_not_of(" \t(", word_end), line.size());
    const bool quoted = line[open] == '"';
    if (!quoted && line[open] != '<') continue;
    const std::size_t close = line.find(quoted ? '"' : '>', open + 1);
    if (close == std::string::npos || close == open + 1 || line[open + 1] == '/') continue;
    found.push_back({line.substr(open + 1, close - open - 1), quoted});
  }
  return found;
}

// The first of the places where a header is, and before it those where it is not.
void add_search(const std::string& name, const std::vector<std::string>& folders, Inputs& inputs) {
  for (const std::string& folder : folders) {
    if (std::optional<std::string> part = missing_part(folder, name)) {
      inputs.absent.insert(std::move(*part));
    } else {
      inputs.files.insert(std::string(folder).append("/").append(name));
      return;
    }
  }
}

}  // namespace

std::set<std::string> parse_prerequisites(std::string_view text) {
  std::set<std::string> files;
  std::string file;
  const auto finish = [&] {
    if (!file.empty()) files.insert(file);
    file.clear();
  };
  text.remove_prefix(std::min(text.size(), text.find(':') + 1));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (text[i] == '\\' && next == '\n') {
      finish();
      ++i;
    } else if ((text[i] == '\\' && (next == ' ' || next == '#')) || (text[i] == '$' && next == '$')) {
      file += text[++i];
    } else if (text[i] == ' ' || text[i] == '\n') {
      finish();
    } else {
      file += text[i];
    }
  }
  finish();
  return files;
}

std::set<std::string> take_linked_files(std::string& output) {
  std::set<std::string> files;
  std::istringstream lines(output);
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    const std::string file = linked_file(line);
    if (file.starts_with('/') && (is_there(file) || file.ends_with(".o")))
      files.insert(file);
    else
      rest += line + "\n";
  }
  output = rest;
  return files;
}

std::vector<std::string> parse_search_folders(std::string_view output) {
  std::vector<std::string> folders;
  std::istringstream lines{std::string(output)};
  bool listed = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("End of search list")) break;
    if (listed && line.starts_with(" /")) folders.push_back(line.substr(1));
    listed = listed || line.starts_with("#include <...> search starts here");
  }
  return folders;
}

std::set<std::string> missing_candidates(const std::set<std::string>& read, const std::vector<std::string>& folders) {
  std::set<std::string> user;  // folders of headers that no search led to: those of the user
  for (const std::string& header : read)
    if (!locate(header, folders)) user.insert(fs::path(header).parent_path().string());
  std::set<std::string> missing;
  for (const std::string& header : read) {
    const std::optional<Found> found = locate(header, folders);
    if (!found) continue;
    std::vector<std::string> earlier(folders.begin(), folders.begin() + static_cast<std::ptrdiff_t>(found->folder));
    earlier.insert(earlier.end(), user.begin(), user.end());
    for (const std::string& folder : earlier)
      if (std::optional<std::string> part = missing_part(folder, found->rest)) missing.insert(std::move(*part));
  }
  return missing;
}

Inputs asked_for(const std::set<std::string>& read, const std::vector<std::string>& folders) {
  Inputs inputs;
  for (const std::string& header : read) {
    std::vector<std::string> beside = {fs::path(header).parent_path().string()};
    beside.insert(beside.end(), folders.begin(), folders.end());
    std::ifstream file(header, std::ios::binary);
    for (std::string line; std::getline(file, line);)
      for (const Named& named : named_headers(line)) add_search(named.name, named.quoted ? beside : folders, inputs);
  }
  return inputs;
}

}  // namespace quern
