// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/check_reports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "harness/compare/check_json.hpp"
#include "harness/model/document_text.hpp"
#include "harness/report/check_annotations.hpp"
#include "harness/report/check_csv.hpp"
#include "harness/report/check_junit.hpp"
#include "harness/report/check_markdown.hpp"
#include "harness/report/check_sarif.hpp"
#include "harness/report/check_text.hpp"

namespace quern {

const std::vector<std::string>& check_formats() {
  static const std::vector<std::string> kFormats = {"table", "json", "csv", "md", "junit", "sarif", "github"};
  return kFormats;
}

std::string render_check(const Check& check, const std::string& format, const CheckReportOptions& options) {
  constexpr std::size_t kFunctionsInJson = 20;
  if (format == "json") return document_text(check_document(check, QUERN_VERSION, kFunctionsInJson));
  std::ostringstream text;
  if (format == "csv") write_check_csv(check, text);
  if (format == "md") write_check_markdown(check, text);
  if (format == "junit") write_check_junit(check, text);
  if (format == "sarif") write_check_sarif(check, QUERN_VERSION, text);
  if (format == "github") write_check_annotations(check, text);
  if (format == "table") write_check(check, {options.color, options.functions}, text);
  return text.str();
}

CheckReports::CheckReports(const std::vector<std::string>& reports) {
  for (const std::string& report : reports) {
    const std::size_t equals = report.find('=');
    const std::string format = report.substr(0, equals);
    const std::vector<std::string>& known = check_formats();
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
