// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/check_reports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "harness/report/formats.hpp"

namespace quern {

std::vector<std::string> check_formats() { return format_names(&ReportFormat::check); }

std::string render_check(const Check& check, const std::string& format, const CheckReportOptions& options) {
  ReportOptions report{QUERN_VERSION, options.color};
  report.functions = options.functions;
  return report_of(check, format, report);
}

CheckReports::CheckReports(const std::vector<std::string>& reports) {
  for (const std::string& report : reports) {
    const std::size_t equals = report.find('=');
    const std::string format = report.substr(0, equals);
    const std::vector<std::string> known = check_formats();
    if (equals == std::string::npos || equals + 1 == report.size() ||
        std::find(known.begin(), known.end(), format) == known.end())
      throw Error(ErrorKind::usage, fmt::format("--report '{}' is not FORMAT=FILE", report),
                  fmt::format("formats are {}", fmt::join(known, ", ")));
    entries_.push_back({format, OutputFile(report.substr(equals + 1))});
  }
}

void CheckReports::write(const Check& check, const CheckReportOptions& options) const {
  std::ostringstream nowhere;
  for (const Entry& entry : entries_)
    entry.file.write(render_check(check, entry.format, {false, options.functions}), nowhere);
}

}  // namespace quern
