// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ostream>
#include <string>
#include <vector>

#include "harness/cli/options/output_file.hpp"
#include "harness/compare/check.hpp"

namespace quern {

/// The names of --format and --report: table, json, csv, md, junit, sarif, github.
std::vector<std::string> check_formats();

struct CheckReportOptions {
  bool color = false;
  std::size_t functions = 3;  // behind each change
};

std::string render_check(const Check& check, const std::string& format, const CheckReportOptions& options);

/// Reports beside the one that is printed: `md=comment.md`. Files are tried when they are named, and written at the
/// end.
class CheckReports {
 public:
  /// Throws Error(usage) for what is not FORMAT=FILE, Error(environment) for a file that cannot be written.
  explicit CheckReports(const std::vector<std::string>& reports);
  void write(const Check& check, const CheckReportOptions& options) const;

 private:
  struct Entry {
    std::string format;
    OutputFile file;
  };
  std::vector<Entry> entries_;
};

}  // namespace quern
