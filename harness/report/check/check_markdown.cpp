// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/profile/short_name.hpp"
#include "harness/report/check/check_text.hpp"
#include "harness/report/check/check_words.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/markdown.hpp"
#include "harness/report/text/markdown_page.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

// Where the sections stand. What matters most when there is not enough room is decided in write_check_markdown.
enum Place : std::size_t { head, remarks, table, notes, accepted, functions, summary, environment, reproduce };

std::string cell(const std::string& text) { return markdown_text(shown(text, kMostOfName)); }

std::string line_cell(const std::string& text) { return cell(text.substr(0, text.find('\n'))); }

std::string function_code(const std::string& name) { return markdown_code(shown(name, kMostOfName)); }

// Not everybody knows whether `mixed` is good enough.
std::string_view outcome_of(const Check& check, const std::string& headline) {
  if (!check.blocking.empty() || headline.find("pass") != std::string::npos) return "";
  if (check.fails()) return " (does not pass)";
  return check.undecided() ? "" : " (passes)";
}

std::string head_of(const Check& check) {
  const std::string line = verdict_line(check);
  const std::size_t colon = line.find(": ");
  const std::string headline = line.substr(0, colon);
  return fmt::format("### quern check: {}{}\n\n{}\n", headline, outcome_of(check, headline),
                     markdown_text(line.substr(colon + 2)));
}

PageSection remarks_of(const Check& check) {
  PageSection section{"warnings"};
  for (const Waiver* waiver : check.expired)
    section.pieces.push_back(fmt::format("- {}\n", markdown_text(expired_text(*waiver))));
  for (const std::string& warning : warnings_of(check))
    section.pieces.push_back(fmt::format("- {}\n", markdown_text(warning)));
  return section;
}

std::string finding_cell(const CheckRow& row) {
  std::string word(to_string(row.finding));
  if (row.group == RowGroup::failing) return fmt::format("**{}**", word);
  if (row.group != RowGroup::accepted) return word;
  return word + (row.checked->waiver != nullptr ? ", waived" : ", allowed");
}

std::string table_row(const CheckRow& row) {
  const auto number = [](const std::optional<double>& value) { return value ? with_commas(*value) : "–"; };
  std::string name = markdown_code(id_text(*row.checked->args));
  if (row.metric != nullptr && !row.metric->is_instructions()) name += " " + cell(row.metric->metric);
  const std::string begin =
      fmt::format("| {} | {} | {} | {} |", finding_cell(row), name, number(row.base), number(row.head));
  if (row.metric == nullptr) return fmt::format("{} | | | {} |\n", begin, cell(reason_text(*row.checked)));
  const CheckedMetric& metric = *row.metric;
  const std::string note = row.first ? cell(reason_text(*row.checked)) : "";
  return fmt::format("{} {} | {} | {} | {}{}{} |\n", begin, with_sign(metric.delta()), percent_text(metric),
                     size_text(metric), cell(limit_text(metric)), note.empty() ? "" : "; ", note);
}

PageSection table_of(const std::vector<CheckRow>& rows) {
  PageSection section{"rows",
                      "| finding | case | base | head | Δ | % | size | limit or reason |\n"
                      "|:--|:--|--:|--:|--:|--:|:--|:--|\n"};
  for (const CheckRow& row : rows) section.pieces.push_back(table_row(row));
  return section;
}

PageSection noted(const std::vector<CheckRow>& rows) {
  PageSection section{"notes"};
  for (const CheckRow& row : rows)
    if (row.first)
      for (const std::string& note : notes_of(*row.checked))
        section.pieces.push_back(
            fmt::format("- {}: {}\n", markdown_code(id_text(*row.checked->args)), markdown_text(note)));
  return section;
}

PageSection accepted_of(const std::vector<CheckRow>& rows) {
  PageSection section{"accepted findings"};
  for (const CheckRow& row : rows)
    if (row.first && row.group == RowGroup::accepted)
      section.pieces.push_back(fmt::format("- {}: {}\n", markdown_code(id_text(*row.checked->args)),
                                           markdown_text(acceptance_text(*row.checked))));
  return section;
}

std::string functions_of(const CheckRow& row) {
  const Explanation& explanation = *row.checked->compared->explanation;
  std::string text = fmt::format(
      "<details><summary>{} {}: where {} comes from</summary>\n\n"
      "| Δ | function | library |\n|--:|:--|:--|\n",
      to_string(row.finding), html_code(id_text(*row.checked->args)), with_sign(explanation.delta()));
  for (std::size_t i = 0; i < std::min(kFunctionsNamed, explanation.functions.size()); ++i) {
    const FunctionChange& change = explanation.functions[i];
    const std::string_view kind = change.a == 0 ? " new" : change.b == 0 ? " gone" : "";
    text += fmt::format("| {} | {}{} | {} |\n", with_sign(change.delta()),
                        function_code(short_name(change.function.name)), kind, function_code(change.function.object));
  }
  return text + "\n</details>\n";
}

PageSection explained(const std::vector<CheckRow>& rows) {
  PageSection section{"cases with the functions behind their changes"};
  for (const CheckRow& row : rows) {
    const CaseComparison* const compared = row.checked->compared;
    if (!row.first || row.metric == nullptr || compared == nullptr || !compared->explanation) continue;
    if (!compared->explanation->functions.empty()) section.pieces.push_back(functions_of(row));
  }
  return section;
}

PageSection summary_of(const Check& check) {
  PageSection section{"lines"};
  if (check.blocking.empty()) section.pieces.push_back(fmt::format("- {}\n", markdown_text(unchanged_text(check))));
  if (const std::string text = confirmation_text(check); !text.empty())
    section.pieces.push_back(fmt::format("- {}\n", text));
  if (const BaselineMove move = baseline_move(check); !move.words.empty())
    section.pieces.push_back(fmt::format("- {}{}{}\n", move.words, move.command.empty() ? "" : " ",
                                         move.command.empty() ? "" : markdown_code(move.command)));
  return section;
}

PageSection environment_of(const Check& check) {
  const Comparison& comparison = check.comparison;
  const std::size_t count = std::max(comparison.differences.size(), check.blocking.size());
  PageSection section{
      "lines on the environments",
      fmt::format("<details{}><summary>Environments: {}</summary>\n\n", check.blocking.empty() ? "" : " open",
                  count == 0 ? "no difference" : fmt::format("{} difference{}", count, count == 1 ? "" : "s"))};
  section.closing = "\n</details>\n";
  const auto add = [&](const std::string& text) { section.pieces.push_back(fmt::format("- {}\n", text)); };
  add("base: " + markdown_text(side_text(check.base, comparison.a)));
  add("head: " + markdown_text(side_text(check.head, comparison.b)));
  if (const std::string same = libraries_text(comparison.same_libraries, "base and head"); !same.empty()) add(same);
  for (const EnvironmentRow& row : environment_rows(check))
    add(fmt::format("{}: {} → {}{}", cell(what_text(*row.difference)), line_cell(a_text(*row.difference)),
                    line_cell(b_text(*row.difference)), row.blocking ? " **(not comparable)**" : ""));
  if (const std::size_t others = shown_differences(comparison.differences).others; others > 0)
    add(markdown_text(others_text(others)));
  return section;
}

PageSection reproduce_of(const Check& check) {
  PageSection section{"commands that reproduce this", "Reproduce:\n\n"};
  if (!check.reproduce.empty()) section.pieces.push_back(markdown_block(check.reproduce, "sh"));
  return section;
}

}  // namespace

void write_check_markdown(const Check& check, std::ostream& out, std::size_t most_bytes) {
  const std::vector<CheckRow> rows = check_rows(check);
  MarkdownPage page(most_bytes);
  page.add_text(Place::head, head_of(check));
  // Short ones first, each with a part of the room: a table of thousands of rows must not crowd them out.
  page.add(Place::reproduce, reproduce_of(check), 4);
  page.add(Place::remarks, remarks_of(check), 6);
  page.add(Place::summary, summary_of(check), 4);
  page.add(Place::environment, environment_of(check), 6);
  page.add(Place::accepted, accepted_of(rows), 6);
  page.add(Place::notes, noted(rows), 6);
  page.add(Place::table, table_of(rows), 2);
  page.add(Place::functions, explained(rows), 1);
  out << page.text();
}

}  // namespace quern
