// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/comparison_csv.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <optional>

#include "harness/report/text/csv.hpp"

namespace quern {

void write_comparison_csv(const Comparison& comparison, std::ostream& out) {
  out << "id,verdict,a,b,delta,ratio,spread,reason\n";
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; };
  for (const CaseComparison& compared : comparison.cases) {
    const bool both = compared.a && compared.b;
    fmt::print(out, "{},{},{},{},{},{},{},{}\n", csv_field(compared.args->id), to_string(compared.change),
               number(compared.a), number(compared.b), both ? fmt::format("{}", compared.delta()) : "",
               compared.has_ratio() ? fmt::format("{}", compared.ratio()) : "", compared.spread,
               csv_field(compared.reason));
  }
}

}  // namespace quern
