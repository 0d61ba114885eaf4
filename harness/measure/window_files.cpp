// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/window_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "harness/profile/profile_reader.hpp"
#include "worker/protocol/error.hpp"

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
  if (!(words >> word >> noted.part >> noted.window.iterations >> noted.threads >> count >> bytes) || word != "window")
    return std::nullopt;
  noted.window.events = {{"alloc_count", count}, {"alloc_bytes", bytes}};
  return noted;
}

fs::path find_dump(const fs::path& folder, int part) {
  const std::string ending = fmt::format(".{}", part);
  std::error_code ignored;  // no folder, no dump
  for (const fs::directory_entry& file : fs::directory_iterator(folder, ignored))
    if (file.path().filename().string().ends_with(ending)) return file.path();
  throw Error(ErrorKind::environment, fmt::format("Callgrind wrote no dump for window {}", part));
}

// A dump's `summary:` must agree with one thread. If it does not though the dump is whole, threads have come and gone
// within the window: `totals:` counts them all.
ProfileTotals read_totals_of(const fs::path& dump, bool several) {
  if (several) return read_totals_file(dump, Threads::several);
  try {
    return read_totals_file(dump, Threads::one);
  } catch (const Error&) {
    return read_totals_file(dump, Threads::several);  // throws the same if the dump is damaged
  }
}

Profile read_profile_of(const fs::path& dump) {
  try {
    return read_profile_file(dump, Threads::one);
  } catch (const Error&) {
    return read_profile_file(dump, Threads::several);
  }
}

std::vector<NotedWindow> noted_windows(const fs::path& result) {
  std::ifstream stream(result);
  std::vector<NotedWindow> windows;
  for (std::string line; std::getline(stream, line);)
    if (const std::optional<NotedWindow> noted = parse_window(line)) windows.push_back(*noted);
  return windows;
}

Window read_window(const NotedWindow& noted, const CaseFiles& files) {
  const ProfileTotals totals =
      read_totals_of(find_dump(files.dumps, noted.part), files.threads > 1 || noted.threads > 1);
  Window window = noted.window;
  for (std::size_t i = 0; i < totals.events.size(); ++i) window.events[totals.events[i]] = totals.totals[i];
  return window;
}

std::string rest_of(std::istream& stream) {
  std::ostringstream text;
  text << stream.rdbuf();
  std::string message = text.str();
  // c10::Error carries a backtrace; the first paragraph says what happened.
  message = message.substr(0, message.find("\nException raised from"));
  while (message.ends_with('\n')) message.pop_back();
  return message.empty() ? "an exception without a message" : message;
}

}  // namespace

CaseOutcome read_case(const CaseFiles& files) {
  std::ifstream stream(files.result);
  std::vector<Window> windows;
  try {
    for (std::string line; std::getline(stream, line);) {
      if (line == "done") return windows;
      if (line == "failed") return Failure{"exception", rest_of(stream), "", ""};
      const std::optional<NotedWindow> noted = parse_window(line);
      if (!noted) return Failure{"profile", "the worker's result cannot be read", "", line};
      windows.push_back(read_window(*noted, files));
    }
  } catch (const Error& error) {
    return Failure{"profile", error.what(), "", ""};
  }
  return NothingLeft{};
}

fs::path find_window(const CaseFiles& files, std::size_t window) {
  const std::vector<NotedWindow> windows = noted_windows(files.result);
  if (window >= windows.size()) throw Error(ErrorKind::environment, fmt::format("window {} was not measured", window));
  return find_dump(files.dumps, windows[window].part);
}

CaseFunctions read_functions(const CaseFiles& files, std::size_t pair) {
  const std::vector<NotedWindow> windows = noted_windows(files.result);
  const Profile shorter = read_profile_of(find_window(files, 2 * pair));
  const Profile longer = read_profile_of(find_window(files, 2 * pair + 1));
  return {windows[2 * pair + 1].window.iterations - windows[2 * pair].window.iterations,
          self_counts(longer) - self_counts(shorter), inclusive_counts(longer) - inclusive_counts(shorter)};
}

}  // namespace quern
