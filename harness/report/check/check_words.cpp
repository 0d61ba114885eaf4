// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "base/printable.hpp"
#include "harness/model/unpinned.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/environments.hpp"
#include "harness/report/text/notes.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostOfText = 1000;

std::string one_line(std::string_view text) { return shown(text, kMostOfText); }

std::string place_of(const Origin& where) {
  return where.file.empty() ? "" : fmt::format(" ({}:{})", printable(where.file), where.line);
}

std::string waiver_text(const Waiver& waiver) {
  std::string text = fmt::format("waived until {} by {}", printable(waiver.expires), one_line(waiver.who));
  if (waiver.bound) text += fmt::format(", up to {}", to_string(*waiver.bound));
  return fmt::format("{}: {}{}", text, one_line(waiver.reason), place_of(waiver.where));
}

// Of a case that has nothing to compare.
std::string counts_of(const CheckRow& row) {
  if (row.base && row.head) return fmt::format(" ({} → {})", with_commas(*row.base), with_commas(*row.head));
  if (row.base) return fmt::format(" (base {})", with_commas(*row.base));
  return row.head ? fmt::format(" (head {})", with_commas(*row.head)) : "";
}

// The case that moved most without being told of by itself.
const CheckedMetric* largest_unchanged(const Check& check, const Case*& args) {
  const CheckedMetric* largest = nullptr;
  for (const CheckedCase& checked : check.cases) {
    if (checked.finding != Finding::unchanged) continue;
    const CheckedMetric* const metric = largest_of(checked);
    if (metric == nullptr || metric->delta() == 0) continue;
    if (largest != nullptr && effect_of(*metric) <= effect_of(*largest)) continue;
    largest = metric;
    args = checked.args;
  }
  return largest;
}

}  // namespace

std::string id_text(const Case& args) { return shown(args.id, kMostOfName); }

std::string percent_text(const CheckedMetric& metric) {
  return metric.base > 0 && metric.head >= 0 ? percent_of(metric.head / metric.base) : "-";
}

std::string size_text(const CheckedMetric& metric) {
  const double change = effect_of(metric);
  return std::string(to_string(magnitude_of(metric.delta() < 0 ? 1 - change : 1 + change)));
}

std::string limit_text(const CheckedMetric& metric) {
  return fmt::format("{} ({})", to_string(metric.limit.limit), printable(metric.limit.origin));
}

std::string sentence(const CheckRow& row) {
  if (row.metric == nullptr) {
    const std::string reason = reason_text(*row.checked);
    const std::string hint = row.group == RowGroup::added ? fmt::format(" ({})", kAllowAdded) : "";
    return fmt::format("{}{}{}{}{}", to_string(row.finding), counts_of(row), reason.empty() ? "" : ": ", reason, hint);
  }
  const CheckedMetric& metric = *row.metric;
  return fmt::format("{}: {}{} → {}, {} ({}, {}); limit {}", to_string(row.finding),
                     metric.is_instructions() ? "" : printable(metric.metric) + " ", with_commas(metric.base),
                     with_commas(metric.head), with_sign(metric.delta()), percent_text(metric), size_text(metric),
                     limit_text(metric));
}

std::string reason_text(const CheckedCase& checked) {
  const std::string_view compared = checked.compared == nullptr ? "" : std::string_view(checked.compared->reason);
  const std::string_view line = checked.note.empty() ? compared : std::string_view(checked.note);
  return shown(line.substr(0, line.find('\n')), kMostOfText);
}

std::vector<std::string> notes_of(const CheckedCase& checked) {
  if (checked.compared == nullptr) return {};
  return note_lines({checked.compared->notes_a, checked.compared->notes_b, "the base", "the head"});
}

std::string acceptance_text(const CheckedCase& checked) {
  if (checked.waiver != nullptr) return waiver_text(*checked.waiver);
  if (checked.allowed) return fmt::format("accepted by --allow {}", to_string(checked.finding));
  return checked.expired == nullptr ? "" : expired_text(*checked.expired);
}

std::string expired_text(const Waiver& waiver) {
  return fmt::format("the waiver of {} for {} expired on {}: {}{}", one_line(waiver.who),
                     shown(waiver.match, kMostOfName), printable(waiver.expires), one_line(waiver.reason),
                     place_of(waiver.where));
}

std::string unchanged_text(const Check& check) {
  const auto is_unchanged = [](const CheckedCase& checked) { return checked.finding == Finding::unchanged; };
  std::string text = fmt::format("{} unchanged", std::count_if(check.cases.begin(), check.cases.end(), is_unchanged));
  const Case* args = nullptr;
  if (const CheckedMetric* const metric = largest_unchanged(check, args))
    text += fmt::format(", the largest change within its limit {} in {}",
                        metric->base > 0 ? percent_text(*metric) : with_sign(metric->delta()), id_text(*args));
  return text;
}

std::string side_text(const CheckSide& side, const Fingerprint& environment) {
  std::string text = shown(side.name.empty() ? environment.name : side.name, kMostOfName);
  text += side.measured ? ", measured now" : ", stored";
  if (!side.commit.empty()) text += fmt::format(", commit {}", printable(side.commit.substr(0, 12)));
  return fmt::format("{}; {}", text, torch_text(environment));
}

std::string confirmation_text(const Check& check) {
  switch (check.confirmation) {
    case Confirmation::not_needed:
      break;
    case Confirmation::confirmed:
      return "what changed was measured in further layouts: it holds in all of them";
    case Confirmation::not_confirmed:
      return "what changed was measured in further layouts, and not all of it holds there";
    case Confirmation::not_possible:
      return "what changed was not measured in further layouts: both sides are stored";
    case Confirmation::not_wanted:
      return "what changed was not measured in further layouts: --no-confirm, or --layouts 1";
    case Confirmation::interrupted:
      return "what changed was not measured in further layouts: quern was interrupted";
  }
  return {};
}

std::string rules_text(const Check& check) {
  if (check.rules.differing.empty()) return {};
  return fmt::format("judged by the rules of {}; this tree has another {}", one_line(check.rules.from),
                     one_line(fmt::format("{}", fmt::join(check.rules.differing, " and another "))));
}

std::vector<std::string> warnings_of(const Check& check) {
  std::vector<std::string> warnings;
  for (const Difference& difference : check.tolerated)
    warnings.push_back(fmt::format("judged all the same, but base and head differ in {}: {} → {}",
                                   one_line(what_text(difference)), first_line(a_text(difference)),
                                   first_line(b_text(difference))));
  if (!check.comparison.stable)
    warnings.emplace_back("known cases moved while a side was measured: its counts cannot be relied on");
  for (const Fingerprint* side : {&check.comparison.a, &check.comparison.b})
    for (const std::string& pin : unpinned(*side))
      warnings.push_back(
          one_line(fmt::format("{}: {}", side == &check.comparison.a ? "base" : "head", unpinned_sentence(pin))));
  if (check.comparison.interrupted)
    warnings.emplace_back("a side was interrupted: cases that it had not reached are missing");
  for (const std::string& note :
       note_lines({check.comparison.notes_a, check.comparison.notes_b, "the base", "the head"}))
    warnings.push_back(note);
  if (std::string text = rules_text(check); !text.empty()) warnings.push_back(std::move(text));
  for (const std::string& warning : check.warnings) warnings.push_back(one_line(warning));
  return warnings;
}

}  // namespace quern
