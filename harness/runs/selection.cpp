// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/error.hpp"
#include "base/pattern.hpp"
#include "expand/suite.hpp"
#include "harness/runs/own_files.hpp"

namespace quern {
namespace {

template <typename T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

Pattern compile(const std::string& filter) {
  try {
    return Pattern(filter);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("--filter {}", error.what()), error.hint());
  }
}

bool keeps(const Selection& selection, const Case& args) {
  const auto tagged = [&](const std::string& tag) { return contains(args.tags, tag); };
  if (!selection.tags.empty() && std::none_of(selection.tags.begin(), selection.tags.end(), tagged)) return false;
  if (!selection.threads.empty() && !contains(selection.threads, args.num_threads)) return false;
  if (!selection.languages.empty() && !contains(selection.languages, std::string(to_string(args.language))))
    return false;
  return !(args.language == Language::cpp ? selection.no_cpp : selection.no_python);
}

template <typename T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// `./suites/` and `suites` are the same folder.
std::string plain_path(const std::string& suite) {
  std::string path = std::filesystem::path(suite).lexically_normal().string();
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// --no-python is --language cpp; none if all are kept.
std::vector<std::string> kept_languages(const Selection& selection) {
  std::vector<std::string> kept = {"cpp", "python"};
  std::erase_if(kept, [&](const std::string& language) {
    const bool asked_for = selection.languages.empty() || contains(selection.languages, language);
    return !asked_for || (language == "cpp" ? selection.no_cpp : selection.no_python);
  });
  return kept.size() == 2 ? std::vector<std::string>{} : kept;
}

/// Which part of how many, from `2/3`.
struct Shard {
  std::size_t number = 1;
  std::size_t of = 1;
};

Shard parse_shard(const std::string& text) {
  if (text.empty()) return {};
  Shard shard{0, 0};
  const char* const end = text.data() + text.size();
  const auto [slash, bad_number] = std::from_chars(text.data(), end, shard.number);
  const bool divided = bad_number == std::errc{} && slash != end && *slash == '/';
  const auto [rest, bad_count] = std::from_chars(divided ? slash + 1 : end, end, shard.of);
  if (!divided || bad_count != std::errc{} || rest != end || shard.number < 1 || shard.number > shard.of)
    throw Error(ErrorKind::usage, fmt::format("--shard '{}' is not I/N", text),
                "for example 1/4 for the first of four parts");
  return shard;
}

std::vector<Case> part_of(std::vector<Case> cases, const Shard& shard) {
  std::vector<Case> part;
  for (std::size_t i = shard.number - 1; i < cases.size(); i += shard.of) part.push_back(std::move(cases[i]));
  return part;
}

}  // namespace

std::vector<Case> load_cases(const Selection& selection) {
  std::vector<std::string> suites = selection.suites;
  if (suites.empty()) suites.push_back(standard_suite().string());
  return expand_suite(suite_files(suites));
}

std::function<bool(const Case&)> selector(const Selection& selection) {
  return [selection, filter = compile(selection.filter)](const Case& args) {
    return keeps(selection, args) && filter.found_in(args.id);
  };
}

RunSelection recorded(const Selection& selection) {
  RunSelection record;
  for (const std::string& suite : selection.suites) record.suites.push_back(plain_path(suite));
  record.filter = selection.filter;
  record.tags = sorted(selection.tags);
  record.languages = kept_languages(selection);
  record.threads = sorted(selection.threads);
  record.shard = selection.shard;
  return record;
}

std::vector<Case> select(std::vector<Case> cases, const Selection& selection) {
  const auto kept = selector(selection);
  std::erase_if(cases, [&](const Case& args) { return !kept(args); });
  if (!selection.shard.empty()) cases = part_of(std::move(cases), parse_shard(selection.shard));
  if (cases.empty())
    throw Error(ErrorKind::usage, "no case matches", "'quern list' without options shows what there is");
  return cases;
}

}  // namespace quern
