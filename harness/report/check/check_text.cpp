// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "base/printable.hpp"
#include "harness/report/check/check_words.hpp"
#include "harness/report/comparison/explanation_text.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostOfColumn = 60;  // a longer name shifts its own line, not all of them

std::string_view color_of(RowGroup group) {
  constexpr std::string_view kColors[] = {kRed, kYellow, kYellow, kYellow, "", kGreen, ""};
  return kColors[static_cast<std::size_t>(group)];
}

std::string name_of(const CheckRow& row) {
  std::string id = id_text(*row.checked->args);
  if (row.metric == nullptr || row.metric->is_instructions()) return id;
  return fmt::format("{}  {}", id, printable(row.metric->metric));
}

std::string outcome(const CheckRow& row) {
  const auto number = [](const std::optional<double>& value) { return value ? with_commas(*value) : "-"; };
  const std::string counts = fmt::format("{:>14} → {:<14}", number(row.base), number(row.head));
  if (row.metric != nullptr)
    return fmt::format("{}  {:>12}  {:>9}  {:<6}  limit {}", counts, with_sign(row.metric->delta()),
                       percent_text(*row.metric), size_text(*row.metric), limit_text(*row.metric));
  const std::string reason = reason_text(*row.checked);
  return fmt::format("{}  {}{}{}", counts, to_string(row.finding), reason.empty() ? "" : ": ", reason);
}

// What is said once of a case, below its rows.
void write_details(const CheckRow& row, const CheckTextOptions& options, std::ostream& out) {
  const CheckedCase& checked = *row.checked;
  if (row.metric != nullptr && checked.compared != nullptr && checked.compared->explanation && options.functions > 0)
    write_short_explanation(*checked.compared->explanation, options.functions, out);
  if (row.metric != nullptr && !reason_text(checked).empty()) fmt::print(out, "    {}\n", reason_text(checked));
  for (const std::string& note : notes_of(checked)) fmt::print(out, "    {}\n", note);
  if (const std::string accepted = acceptance_text(checked); !accepted.empty()) fmt::print(out, "    {}\n", accepted);
}

void write_rows(const std::vector<CheckRow>& rows, const CheckTextOptions& options, std::ostream& out) {
  std::size_t width = 0;
  for (const CheckRow& row : rows) width = std::max(width, std::min(character_count(name_of(row)), kMostOfColumn));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CheckRow& row = rows[i];
    if (i == 0 || rows[i - 1].group != row.group)
      fmt::print(out, "{}{}{}{}\n", i == 0 ? "" : "\n", options.color ? kBold : "", title_of(row.group),
                 options.color ? kReset : "");
    const std::string_view color = options.color ? color_of(row.group) : std::string_view{};
    fmt::print(out, "  {}  {}{}{}\n", pad(name_of(row), width), color, outcome(row), color.empty() ? "" : kReset);
    if (i + 1 == rows.size() || rows[i + 1].first) write_details(row, options, out);
  }
  if (!rows.empty()) fmt::print(out, "\n");
}

void write_environments(const Check& check, std::ostream& out) {
  const Comparison& comparison = check.comparison;
  fmt::print(out, "base: {}\nhead: {}\n", side_text(check.base, comparison.a), side_text(check.head, comparison.b));
  if (const std::string same = libraries_text(comparison.same_libraries, "base and head"); !same.empty())
    fmt::print(out, "{}\n", same);
  for (const EnvironmentRow& row : environment_rows(check))
    fmt::print(out, "  {}: {} → {}{}\n", printable(what_text(*row.difference)), first_line(a_text(*row.difference)),
               first_line(b_text(*row.difference)), row.blocking ? "  (not comparable)" : "");
  if (const std::size_t others = shown_differences(comparison.differences).others; others > 0)
    fmt::print(out, "  {}\n", others_text(others));
}

std::string remark_lines(const Check& check) {
  std::ostringstream out;
  for (const std::string& warning : warnings_of(check)) fmt::print(out, "warning: {}\n", warning);
  for (const Waiver* waiver : check.expired) fmt::print(out, "{}\n", expired_text(*waiver));
  if (const std::string text = confirmation_text(check); !text.empty()) fmt::print(out, "{}\n", text);
  if (const BaselineMove move = baseline_move(check); !move.words.empty())
    fmt::print(out, "{}{}{}\n", move.words, move.command.empty() ? "" : " ", move.command);
  if (!check.reproduce.empty()) fmt::print(out, "reproduce: {}\n", printable(check.reproduce));
  return out.str();
}

std::string_view verdict_color(const Check& check) {
  if (!check.blocking.empty() || check.fails()) return kBoldRed;
  if (check.undecided()) return kYellow;
  return check.verdict() == CheckVerdict::improved ? kBoldGreen : kBold;
}

}  // namespace

void write_check(const Check& check, const CheckTextOptions& options, std::ostream& out) {
  write_rows(check_rows(check), options, out);
  if (check.blocking.empty()) fmt::print(out, "{}\n\n", unchanged_text(check));
  write_environments(check, out);
  fmt::print(out, "\n");
  if (const std::string remarks = remark_lines(check); !remarks.empty()) fmt::print(out, "{}\n", remarks);
  fmt::print(out, "{}{}{}\n", options.color ? verdict_color(check) : "", verdict_line(check),
             options.color ? kReset : "");
}

}  // namespace quern
