// SPDX-License-Identifier: Apache-2.0
#include "harness/report/formats.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "harness/model/document_text.hpp"
#include "harness/model/run_json.hpp"
#include "harness/report/backtest/backtest_csv.hpp"
#include "harness/report/backtest/backtest_document.hpp"
#include "harness/report/backtest/backtest_table.hpp"
#include "harness/report/backtest/bisect_reports.hpp"
#include "harness/report/check/check_annotations.hpp"
#include "harness/report/check/check_csv.hpp"
#include "harness/report/check/check_json.hpp"
#include "harness/report/check/check_junit.hpp"
#include "harness/report/check/check_markdown.hpp"
#include "harness/report/check/check_sarif.hpp"
#include "harness/report/check/check_text.hpp"
#include "harness/report/comparison/comparison_csv.hpp"
#include "harness/report/comparison/comparison_json.hpp"
#include "harness/report/comparison/comparison_markdown.hpp"
#include "harness/report/comparison/verification_json.hpp"
#include "harness/report/comparison/verification_text.hpp"
#include "harness/report/run/matrix.hpp"
#include "harness/report/run/run_csv.hpp"
#include "harness/report/run/run_markdown.hpp"
#include "harness/report/run/table.hpp"

namespace quern {
namespace {

constexpr std::size_t kFunctionsInCheckJson = 20;

constexpr ReportFormat kTable = {
    "table",
    [](const Run& run, const ReportOptions& options, std::ostream& out) {
      (options.matrix ? write_matrix : write_table)(run, {options.color, options.verbose}, out);
    },
    [](const Comparison& comparison, const ReportOptions& options, std::ostream& out) {
      ComparisonTableOptions table = options.table;
      table.color = options.color;
      write_comparison(comparison, table, out);
    },
    [](const Check& check, const ReportOptions& options, std::ostream& out) {
      write_check(check, {options.color, options.functions}, out);
    },
    [](const Verification& verification, const ReportOptions& options, std::ostream& out) {
      write_verification(verification, {options.color, options.functions}, out);
    },
    [](const ExplainedCase& explained, const ReportOptions&, std::ostream& out) { write_explained(explained, out); },
    [](const Backtest& backtest, const ReportOptions& options, std::ostream& out) {
      write_backtest_table(backtest, {options.color, options.steps, options.functions}, out);
    },
    [](const Bisection& bisection, const ReportOptions& options, std::ostream& out) {
      write_bisect_text(bisection, {options.color, options.functions}, out);
    }};

constexpr ReportFormat kJson = {
    "json",
    [](const Run& run, const ReportOptions& options, std::ostream& out) {
      out << document_text(run_document(run, options.quern_version));
    },
    [](const Comparison& comparison, const ReportOptions& options, std::ostream& out) {
      out << document_text(comparison_document(comparison, options.quern_version, options.functions));
    },
    [](const Check& check, const ReportOptions& options, std::ostream& out) {
      out << document_text(check_document(check, options.quern_version, kFunctionsInCheckJson));
    },
    [](const Verification& verification, const ReportOptions& options, std::ostream& out) {
      out << verification_document(verification, options.quern_version, options.functions).dump(2) << '\n';
    },
    [](const ExplainedCase& explained, const ReportOptions&, std::ostream& out) {
      out << document_text(explanation_document(explained));
    },
    [](const Backtest& backtest, const ReportOptions& options, std::ostream& out) {
      out << document_text(backtest_document(backtest, options.quern_version));
    },
    [](const Bisection& bisection, const ReportOptions& options, std::ostream& out) {
      out << document_text(bisect_document(bisection, options.quern_version));
    }};

constexpr ReportFormat kCsv = {
    "csv",
    [](const Run& run, const ReportOptions&, std::ostream& out) { write_csv(run, out); },
    [](const Comparison& comparison, const ReportOptions&, std::ostream& out) {
      write_comparison_csv(comparison, out);
    },
    [](const Check& check, const ReportOptions&, std::ostream& out) { write_check_csv(check, out); },
    nullptr,
    [](const ExplainedCase& explained, const ReportOptions&, std::ostream& out) {
      write_explanation_csv(*explained.explanation, out);
    },
    [](const Backtest& backtest, const ReportOptions&, std::ostream& out) { write_backtest_csv(backtest, out); }};

constexpr ReportFormat kMarkdown = {
    "md",
    [](const Run& run, const ReportOptions&, std::ostream& out) { write_run_markdown(run, out); },
    [](const Comparison& comparison, const ReportOptions&, std::ostream& out) {
      write_comparison_markdown(comparison, out);
    },
    [](const Check& check, const ReportOptions&, std::ostream& out) { write_check_markdown(check, out); },
    nullptr,
    nullptr,
    nullptr,
    [](const Bisection& bisection, const ReportOptions& options, std::ostream& out) {
      write_bisect_markdown(bisection, options.functions, out);
    }};

constexpr ReportFormat for_checks(std::string_view name, ReportWriter<Check> writer) {
  ReportFormat format;
  format.name = name;
  format.check = writer;
  return format;
}

constexpr ReportFormat kFormats[] = {
    kTable,
    kJson,
    kCsv,
    kMarkdown,
    for_checks("junit",
               [](const Check& check, const ReportOptions&, std::ostream& out) { write_check_junit(check, out); }),
    for_checks("sarif", [](const Check& check, const ReportOptions& options,
                           std::ostream& out) { write_check_sarif(check, options.quern_version, out); }),
    for_checks("github", [](const Check& check, const ReportOptions&,
                            std::ostream& out) { write_check_annotations(check, out); }),
};

template <typename Subject>
std::string written(const Subject& subject, ReportWriter<Subject> ReportFormat::*of, std::string_view format,
                    const ReportOptions& options) {
  const auto* const found = std::ranges::find(kFormats, format, &ReportFormat::name);
  QUERN_ASSERT(found != std::end(kFormats) && found->*of != nullptr);
  std::ostringstream text;
  (found->*of)(subject, options, text);
  return text.str();
}

}  // namespace

std::span<const ReportFormat> report_formats() { return kFormats; }

std::string format_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::string report_of(const Run& run, std::string_view format, const ReportOptions& options) {
  return written(run, &ReportFormat::run, format, options);
}

std::string report_of(const Comparison& comparison, std::string_view format, const ReportOptions& options) {
  return written(comparison, &ReportFormat::comparison, format, options);
}

std::string report_of(const Check& check, std::string_view format, const ReportOptions& options) {
  return written(check, &ReportFormat::check, format, options);
}

std::string report_of(const Verification& verification, std::string_view format, const ReportOptions& options) {
  return written(verification, &ReportFormat::verification, format, options);
}

std::string report_of(const ExplainedCase& explained, std::string_view format, const ReportOptions& options) {
  return written(explained, &ReportFormat::explanation, format, options);
}

std::string report_of(const Backtest& backtest, std::string_view format, const ReportOptions& options) {
  return written(backtest, &ReportFormat::backtest, format, options);
}

std::string report_of(const Bisection& bisection, std::string_view format, const ReportOptions& options) {
  return written(bisection, &ReportFormat::bisection, format, options);
}

}  // namespace quern
