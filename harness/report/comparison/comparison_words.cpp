// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_words.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/printable.hpp"
#include "harness/report/text/text.hpp"

namespace quern {

ChangeWords change_words(const CaseComparison& compared, std::string_view none) {
  const auto number = [none](const std::optional<double>& value) {
    return value ? with_commas(*value) : std::string(none);
  };
  ChangeWords words{number(compared.a), number(compared.b), with_sign(compared.delta()),
                    compared.has_ratio() ? percent_of(compared.ratio()) : std::string(none),
                    std::string(to_string(compared.change))};
  if (compared.change == Change::unstable) words.change += fmt::format(" ±{}", with_commas(compared.spread));
  return words;
}

std::string sum_text(const Comparison& comparison) {
  const ComparisonSummary summary = summarize(comparison);
  std::string text = fmt::format("{} faster, {} slower, {} same, {} unstable, {} failed", summary.faster,
                                 summary.slower, summary.same, summary.unstable, summary.failed);
  if (summary.one_sided > 0) text += fmt::format(", {} on one side only", summary.one_sided);
  if (summary.largest != nullptr)
    text +=
        fmt::format("; largest {} ({})", percent_of(summary.largest->ratio()), printable(summary.largest->args->id));
  return text + fmt::format("; geometric mean {:+.3f} %", (summary.geometric_mean - 1) * 100);
}

}  // namespace quern
