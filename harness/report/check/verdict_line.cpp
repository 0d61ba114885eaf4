// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <vector>

#include "base/printable.hpp"
#include "harness/report/check/check_text.hpp"
#include "harness/report/check/check_words.hpp"
#include "harness/report/text/difference_words.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostOfId = 120;

struct Counts {
  std::map<Finding, std::size_t> failing;
  std::map<Finding, std::size_t> open;
  std::map<Finding, std::size_t> others;
  std::size_t waived = 0;
  std::size_t allowed = 0;
};

Counts count_cases(const Check& check) {
  Counts counts;
  for (const CheckedCase& checked : check.cases) {
    const bool questionable = is_bad(checked.finding) || is_open(checked.finding);
    if (checked.fails())
      ++counts.failing[checked.finding];
    else if (checked.is_open())
      ++counts.open[checked.finding];
    else if (questionable && checked.waiver != nullptr)
      ++counts.waived;
    else if (questionable && checked.finding != Finding::added)
      ++counts.allowed;
    else
      ++counts.others[checked.finding];  // with what may be new: that is what people look for
  }
  return counts;
}

std::string cases_text(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "case" : "cases"); }

std::string largest_text(const CheckedCase* checked) {
  if (checked == nullptr) return {};
  const CheckedMetric& metric = *largest_of(*checked);
  const std::string change = metric.base > 0 ? percent_text(metric) : with_sign(metric.delta());
  return fmt::format(", largest {} ({}) in {}{}", change, size_text(metric), shown(checked->args->id, kMostOfId),
                     metric.is_instructions() ? "" : fmt::format(" ({})", printable(metric.metric)));
}

std::string regressed_text(const Check& check, std::size_t regressed) {
  return fmt::format("{} of {} beyond {}{}", regressed, cases_text(check.cases.size()),
                     regressed == 1 ? "its limit" : "their limits",
                     largest_text(largest_case(check, Finding::regressed, true)));
}

// What was judged may be neutral and still not pass: cases that failed or are gone, waivers that are out of date.
std::string headline(const Check& check) {
  const CheckVerdict verdict = check.verdict();
  const std::string word(to_string(verdict));
  if (check.fails())
    return verdict == CheckVerdict::regressed || verdict == CheckVerdict::mixed ? word : word + ", but does not pass";
  if (check.unstable()) return "not stable enough to judge";
  return check.undecided() ? "cannot be judged" : word;
}

std::string improved_text(const Check& check, std::size_t improved) {
  const std::string largest = largest_text(largest_case(check, Finding::improved, false));
  if (headline(check) == to_string(CheckVerdict::improved))
    return fmt::format("{} of {}{}", improved, cases_text(check.cases.size()), largest);
  return fmt::format("{} improved{}", improved, largest);
}

std::string expired_summary(const Check& check) {
  const Waiver& first = *check.expired.front();
  const std::string named =
      fmt::format("for {} expired on {}", shown(first.match, kMostOfId), printable(first.expires));
  if (check.expired.size() == 1) return "the waiver " + named;
  return fmt::format("{} waivers are out of date: the one {} and others", check.expired.size(), named);
}

std::vector<std::string> parts_of(const Check& check) {
  Counts counts = count_cases(check);
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view word) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, word));
  };
  if (counts.failing[Finding::regressed] > 0)
    parts.push_back(regressed_text(check, counts.failing[Finding::regressed]));
  for (const Finding finding : {Finding::failed, Finding::disappeared, Finding::redefined, Finding::skipped})
    add(counts.failing[finding], to_string(finding));
  if (!check.expired.empty()) parts.push_back(expired_summary(check));
  if (!check.comparison.stable) parts.emplace_back("known cases moved");
  if (!check.unpinned.empty()) parts.emplace_back("not everything could be pinned");
  add(counts.open[Finding::unstable], "unstable");
  if (check.saw_nothing()) parts.emplace_back("no case has numbers on both sides to compare");
  add(counts.open[Finding::unmeasured], "unmeasured");
  add(counts.open[Finding::added], fmt::format("added ({})", kAllowAdded));
  if (counts.others[Finding::improved] > 0) parts.push_back(improved_text(check, counts.others[Finding::improved]));
  add(counts.others[Finding::layout], "in the usual layout only");
  add(counts.waived, "waived");
  add(counts.allowed, "allowed");
  add(counts.others[Finding::added], "added");
  add(counts.others[Finding::absent], "without a number");
  if (check.comparison.interrupted) parts.emplace_back("interrupted");
  const std::size_t unchanged = counts.others[Finding::unchanged];
  if (parts.empty()) return {cases_text(unchanged) + " unchanged"};
  add(unchanged, "unchanged");
  return parts;
}

std::string blocked_text(const Check& check) {
  std::vector<std::string> names;
  for (const Difference& difference : check.blocking) names.push_back(shown(what_text(difference), kMostOfId));
  const bool installation_alone = names.size() == 1 && check.blocking.front().kind == FactKind::installation;
  return fmt::format("not judged: base and head differ in {} ({} compares them all the same)", fmt::join(names, ", "),
                     installation_alone ? "--allow installation" : "--allow-different");
}

}  // namespace

std::string verdict_line(const Check& check) {
  if (!check.blocking.empty()) return blocked_text(check);
  return fmt::format("{}: {}", headline(check), fmt::join(parts_of(check), "; "));
}

}  // namespace quern
