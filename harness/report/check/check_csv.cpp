// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_csv.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <string>

#include "harness/report/check/check_rows.hpp"
#include "harness/report/check/check_words.hpp"
#include "harness/report/text/csv.hpp"

namespace quern {
namespace {

std::string number(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

// delta, ratio, magnitude, limit, allowance, origin
std::string judgement(const CheckedMetric& metric) {
  const bool has_ratio = metric.base > 0 && metric.head >= 0;
  return fmt::format("{},{},{},{},{},{}", metric.delta(), has_ratio ? number(metric.head / metric.base) : "",
                     size_text(metric), csv_field(to_string(metric.limit.limit)), metric.allowance,
                     csv_field(metric.limit.origin));
}

const CheckedMetric* metric_of(const CheckedCase& checked, std::size_t i) {
  return i < checked.metrics.size() ? &checked.metrics[i] : nullptr;
}

void write_line(const CheckedCase& checked, const CheckedMetric* metric, std::ostream& out) {
  const CaseComparison* const compared = checked.compared;
  const std::string base = metric != nullptr ? number(metric->base) : compared != nullptr ? number(compared->a) : "";
  const std::string head = metric != nullptr ? number(metric->head) : compared != nullptr ? number(compared->b) : "";
  const bool accepted = checked.waiver != nullptr || checked.allowed;
  fmt::print(out, "{},{},{},{},{},{},{},{}\n", csv_field(checked.args->id),
             to_string(metric != nullptr ? metric->finding : checked.finding),
             metric != nullptr ? csv_field(metric->metric) : "", base, head,
             metric != nullptr ? judgement(*metric) : ",,,,,", accepted ? csv_field(acceptance_text(checked)) : "",
             csv_field(reason_text(checked)));
}

}  // namespace

void write_check_csv(const Check& check, std::ostream& out) {
  out << "id,finding,metric,base,head,delta,ratio,magnitude,limit,allowance,origin,waived,note\n";
  if (const std::string rules = rules_text(check); !rules.empty())
    fmt::print(out, ",rules,,,,,,,,,,,{}\n", csv_field(rules));
  for (const CheckedCase& checked : check.cases)
    for (std::size_t i = 0; i == 0 || i < checked.metrics.size(); ++i) write_line(checked, metric_of(checked, i), out);
}

}  // namespace quern
