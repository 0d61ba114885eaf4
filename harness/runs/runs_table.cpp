// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/runs_table.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/printable.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kColumns = 9;
constexpr std::size_t kDigitsOfCommit = 10;
using Row = std::array<std::string, kColumns>;

constexpr std::array<bool, kColumns> kIsNumber = {true, false, false, false, false, true, true, true, false};

std::string state_of(const RunSummary& run) {
  if (!run.finished) return "unfinished";
  if (run.interrupted) return "interrupted";
  return run.stable ? "" : "unstable";
}

Row row_of(const RunSummary& run) {
  return {std::to_string(run.id),
          run.names.empty() ? "-" : printable(fmt::format("{}", fmt::join(run.names, " "))),
          short_time(run.started),
          short_commit(run.commit),
          printable(run.torch_version),
          std::to_string(run.ok),
          std::to_string(run.failed),
          std::to_string(run.skipped),
          state_of(run)};
}

std::string aligned(const std::string& text, std::size_t width, bool is_number) {
  if (!is_number) return pad(text, width);
  return std::string(width - std::min(width, character_count(text)), ' ') + text;
}

}  // namespace

std::string short_time(std::string_view started) {
  constexpr std::size_t kDate = 10;
  constexpr std::size_t kMinutes = 16;
  if (started.size() < kMinutes || started[kDate] != 'T') return printable(started);
  return printable(started.substr(0, kDate)) + " " + printable(started.substr(kDate + 1, kMinutes - kDate - 1));
}

std::string short_commit(std::string_view commit) {
  return commit.empty() ? "-" : printable(commit.substr(0, kDigitsOfCommit));
}

void write_runs_table(const std::vector<RunSummary>& runs, std::ostream& out) {
  std::vector<Row> rows = {{"run", "names", "started (UTC)", "commit", "torch", "ok", "failed", "skipped", "state"}};
  for (const RunSummary& run : runs) rows.push_back(row_of(run));
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows)
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], character_count(row[i]));
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < kColumns; ++i) line += (i == 0 ? "" : "  ") + aligned(row[i], widths[i], kIsNumber[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print(out, "{}\n", line);
  }
}

}  // namespace quern
