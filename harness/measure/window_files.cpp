// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/window_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "base/error.hpp"
#include "harness/profile/profile_reader.hpp"
#include "worker/protocol/keys.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

struct NotedWindow {
  int part = 0;
  int threads = 1;
  Window window;
};

std::optional<NotedWindow> parse_window(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  NotedWindow noted;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  if (!(words >> word >> noted.part >> noted.window.iterations >> noted.threads >> count >> bytes) ||
      word != QUERN_RESULT_WINDOW)
    return std::nullopt;
  noted.window.events = {{"alloc_count", count}, {"alloc_bytes", bytes}};
  return noted;
}

// Iterations are those of one of its windows.
std::optional<Window> parse_block(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  Window block;
  std::uint64_t windows = 0;
  std::uint64_t ns = 0;
  std::uint64_t preempted = 0;
  std::uint64_t core = 0;
  if (!(words >> word >> block.iterations >> windows >> ns >> preempted >> core) || word != QUERN_RESULT_BLOCK ||
      block.iterations < 1 || windows < 1)
    return std::nullopt;
  block.events = {{kBlockTime, ns}, {kBlockWindows, windows}, {kBlockPreempted, preempted}, {kBlockCore, core}};
  return block;
}

fs::path find_dump(const fs::path& folder, int part) {
  const std::string ending = fmt::format(".{}", part);
  std::error_code ignored;  // no folder, no dump
  for (const fs::directory_entry& file : fs::directory_iterator(folder, ignored))
    if (file.path().filename().string().ends_with(ending)) return file.path();
  throw Error(ErrorKind::environment, fmt::format("Callgrind wrote no dump for window {}", part));
}

// Threads that came and went within a window are not in the worker's number. The dump names the function that made
// them, a dynamic symbol of every libc.
bool starts_threads(const fs::path& dump) {
  std::ifstream stream(dump);
  for (std::string line; std::getline(stream, line);)
    if (line.find(" pthread_create") != std::string::npos) return true;
  return false;
}

// Callgrind's `summary:` is right for one thread, and then costs that do not agree with it are wrong costs. With
// several threads it is not looked at: `totals:` counts them all.
template <typename Read>
auto read_dump(const fs::path& dump, bool several, Read read) {
  if (several) return read(dump, Threads::several);
  try {
    return read(dump, Threads::one);
  } catch (const Error& error) {
    auto found = read(dump, Threads::several);  // throws the same if the dump is damaged
    if (starts_threads(dump)) return found;
    throw Error(error.kind(),
                fmt::format("{}: if the statement starts threads in a way of its own, set num_threads", error.what()));
  }
}

std::vector<NotedWindow> noted_windows(const fs::path& result) {
  std::ifstream stream(result);
  std::vector<NotedWindow> windows;
  for (std::string line; std::getline(stream, line);)
    if (const std::optional<NotedWindow> noted = parse_window(line)) windows.push_back(*noted);
  return windows;
}

bool has_several(const NotedWindow& noted, const CaseFiles& files) { return files.threads > 1 || noted.threads > 1; }

// How long system calls took is no count. How many there were is known of one thread only: of several, Callgrind's
// numbers hold those that were made between windows, too.
bool is_counted(const std::string& event, bool several_threads) {
  if (event == "sysCount") return !several_threads;
  return !event.starts_with("sys");
}

Window read_window(const NotedWindow& noted, const CaseFiles& files) {
  const ProfileTotals totals =
      read_dump(find_dump(files.dumps, noted.part), has_several(noted, files), read_totals_file);
  Window window = noted.window;
  for (std::size_t i = 0; i < totals.events.size(); ++i)
    if (is_counted(totals.events[i], has_several(noted, files))) window.events[totals.events[i]] = totals.totals[i];
  return window;
}

// Nothing if the line is neither.
std::optional<Window> read_line_of(const std::string& line, const CaseFiles& files) {
  if (files.timed) return parse_block(line);
  const std::optional<NotedWindow> noted = parse_window(line);
  return noted ? std::optional(read_window(*noted, files)) : std::nullopt;
}

bool has_unseen_threads(const std::string& line, const CaseFiles& files) {
  if (!files.one_thread) return false;
  const std::optional<NotedWindow> noted = parse_window(line);
  return noted && noted->threads > 1;
}

std::string rest_of(std::istream& stream) {
  std::ostringstream text;
  text << stream.rdbuf();
  std::string message = text.str();
  // c10::Error carries a backtrace, up to 1.5 without a heading; what is before it says what happened.
  for (const char* backtrace : {"\nException raised from", "\nframe #0: "})
    message = message.substr(0, message.find(backtrace));
  while (message.ends_with('\n')) message.pop_back();
  return message.empty() ? "an exception without a message" : message;
}

}  // namespace

CaseOutcome read_case(const CaseFiles& files) {
  std::ifstream stream(files.result);
  std::vector<Window> windows;
  try {
    for (std::string line; std::getline(stream, line);) {
      if (line == QUERN_RESULT_DONE) return windows;
      if (line == QUERN_RESULT_FAILED) return Failure{FailureKind::exception, rest_of(stream), "", ""};
      if (has_unseen_threads(line, files))
        return Failure{FailureKind::threads, "its process has several threads, of which one is counted", "", ""};
      std::optional<Window> window = read_line_of(line, files);
      if (!window) return Failure{FailureKind::profile, "the worker's result cannot be read", "", line};
      windows.push_back(std::move(*window));
    }
  } catch (const Error& error) {
    return Failure{FailureKind::profile, error.what(), "", ""};
  }
  return NothingLeft{};
}

CaseFiles set_aside(const CaseFiles& files, const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  fs::create_directory(folder, error);
  if (!error) fs::rename(files.result, folder / QUERN_FILE_RESULT, error);
  if (!error) fs::rename(files.dumps, folder / QUERN_FILE_DUMPS, error);
  if (!error) fs::create_directory(files.dumps, error);
  if (error)
    throw Error(ErrorKind::environment, fmt::format("cannot move to '{}': {}", folder.string(), error.message()));
  return {folder / QUERN_FILE_RESULT, folder / QUERN_FILE_DUMPS, files.threads};
}

MeasuredPair find_pair(const std::vector<CaseFiles>& processes, std::size_t pair) {
  std::size_t before = 0;
  for (const CaseFiles& files : processes) {
    const std::size_t pairs = noted_windows(files.result).size() / 2;
    if (pair < before + pairs) return {files, pair - before};
    before += pairs;
  }
  throw Error(ErrorKind::environment, fmt::format("pair {} of windows was not measured", pair));
}

fs::path longer_window(const MeasuredPair& measured) {
  return find_dump(measured.files.dumps, noted_windows(measured.files.result).at(2 * measured.pair + 1).part);
}

CaseFunctions read_functions(const MeasuredPair& measured) {
  const std::vector<NotedWindow> windows = noted_windows(measured.files.result);
  const auto profile_of = [&](const NotedWindow& noted) {
    return read_dump(find_dump(measured.files.dumps, noted.part), has_several(noted, measured.files),
                     read_profile_file);
  };
  const NotedWindow& of_shorter = windows.at(2 * measured.pair);
  const NotedWindow& of_longer = windows.at(2 * measured.pair + 1);
  const Profile shorter = profile_of(of_shorter);
  const Profile longer = profile_of(of_longer);
  return {of_longer.window.iterations - of_shorter.window.iterations, self_counts(longer) - self_counts(shorter),
          inclusive_counts(longer) - inclusive_counts(shorter)};
}

}  // namespace quern
