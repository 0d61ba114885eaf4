// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/compare/backtest.hpp"
#include "harness/compare/bisect.hpp"
#include "harness/compare/check.hpp"
#include "harness/compare/verification.hpp"
#include "harness/model/run.hpp"
#include "harness/report/comparison/comparison_table.hpp"
#include "harness/report/comparison/explained_case.hpp"

namespace quern {

/// What reports need to know besides their subject.
struct ReportOptions {
  std::string quern_version;
  bool color = false;
  bool matrix = false;                // of a run: languages and runtimes as columns
  bool verbose = false;               // of a run: also what is behind its times
  std::size_t functions = 3;          // behind each change
  ComparisonTableOptions table = {};  // of a comparison; the color counts that stands above
  std::size_t steps = 10;             // of a backtest: how many of the largest are explained
};

template <typename Subject>
using ReportWriter = void (*)(const Subject&, const ReportOptions&, std::ostream&);

/// A word of --format, and the functions that write each kind of report in it. Null: there is no such report.
struct ReportFormat {
  std::string_view name;
  ReportWriter<Run> run = nullptr;
  ReportWriter<Comparison> comparison = nullptr;
  ReportWriter<Check> check = nullptr;
  ReportWriter<Verification> verification = nullptr;
  ReportWriter<ExplainedCase> explanation = nullptr;
  ReportWriter<Backtest> backtest = nullptr;
  ReportWriter<Bisection> bisection = nullptr;
};

/// The one list of all formats. A new format is an entry here and a file that writes it.
std::span<const ReportFormat> report_formats();

/// The formats of runs (`&ReportFormat::run`), of checks, and so on.
template <typename Subject>
std::vector<std::string> format_names(ReportWriter<Subject> ReportFormat::*of) {
  std::vector<std::string> names;
  for (const ReportFormat& format : report_formats())
    if (format.*of != nullptr) names.emplace_back(format.name);
  return names;
}

/// The same for people: `table, json or csv`
std::string format_list(const std::vector<std::string>& names);

// Each is the whole report, in a format that is one of its names.
std::string report_of(const Run& run, std::string_view format, const ReportOptions& options);
std::string report_of(const Comparison& comparison, std::string_view format, const ReportOptions& options);
std::string report_of(const Check& check, std::string_view format, const ReportOptions& options);
std::string report_of(const Verification& verification, std::string_view format, const ReportOptions& options);
std::string report_of(const ExplainedCase& explained, std::string_view format, const ReportOptions& options);
std::string report_of(const Backtest& backtest, std::string_view format, const ReportOptions& options);
std::string report_of(const Bisection& bisection, std::string_view format, const ReportOptions& options);

}  // namespace quern
