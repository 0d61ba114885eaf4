// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/time_words.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "harness/report/text/sparkline.hpp"

namespace quern {
namespace {

struct TimeUnit {
  double ns;
  const char* name;
};

constexpr TimeUnit kUnits[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};

std::string histogram_text(const Histogram& histogram) {
  const std::vector<double> counts(histogram.counts.begin(), histogram.counts.end());
  return fmt::format("{}  {} … {}", sparkline(counts, counts.size()), duration_text(histogram.from),
                     duration_text(histogram.to));
}

}  // namespace

std::string duration_text(double ns) {
  const TimeUnit* unit = kUnits;
  while (unit + 1 != std::end(kUnits) && ns >= unit[1].ns) ++unit;
  const double value = ns / unit->ns;
  return fmt::format("{:.{}f} {}", value, value < 10 ? 3 : value < 100 ? 2 : 1, unit->name);
}

std::string time_text(const CaseTime& time) {
  return fmt::format("{} ±{:.1f} %", duration_text(time.median), time.relative_width() / 2 * 100);
}

std::vector<std::string> time_details(const CaseTime& time) {
  std::vector<std::string> lines;
  if (!time.histogram.counts.empty()) lines.push_back(histogram_text(time.histogram));
  lines.push_back(fmt::format("{} samples of {} iterations in {} rounds, {} dropped; {}, {}", time.samples, time.block,
                              time.rounds.size(), time.dropped, printable(time.device), printable(time.mode)));
  for (const std::string& warning : time.warnings) lines.push_back("warning: " + printable(warning));
  return lines;
}

}  // namespace quern
