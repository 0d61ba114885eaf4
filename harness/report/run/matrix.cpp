// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/matrix.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/printable.hpp"
#include "harness/report/text/text.hpp"
#include "harness/report/text/time_words.hpp"

namespace quern {
namespace {

constexpr std::size_t kColumns = 4;
constexpr std::array<const char*, kColumns> kHeads = {"Python eager", "Python script", "C++ eager", "C++ script"};
constexpr std::size_t kCellWidth = 14;

struct MatrixRow {
  std::string heading;
  std::string name;
  std::array<const CaseResult*, kColumns> cells{};
};

std::size_t column_of(const Case& args) {
  return (args.language == Language::cpp ? 2U : 0U) + (args.runtime == Runtime::torchscript ? 1U : 0U);
}

std::string row_name(const Case& args) {
  std::string name = printable(args.label.back());
  if (args.pass == Pass::forward_backward) name += " +bwd";
  return args.num_threads > 1 ? fmt::format("{} t{}", name, args.num_threads) : name;
}

// In the order of the suite: a statement stands where its first case does.
std::vector<MatrixRow> make_rows(const Run& run) {
  std::vector<MatrixRow> rows;
  for (const CaseResult& result : run.cases) {
    const std::string above = heading(*result.args);
    const std::string name = row_name(*result.args);
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const MatrixRow& r) { return r.heading == above && r.name == name; });
    if (row == rows.end()) row = rows.insert(rows.end(), {above, name, {}});
    row->cells.at(column_of(*result.args)) = &result;
  }
  return rows;
}

std::string cell_text(const CaseResult* result) {
  if (result == nullptr) return "";
  if (!result->measurement) return std::string(to_string(result->status));
  if (!result->measurement->counted()) return duration_text(result->measurement->time->median);
  return (result->measurement->verdict == Verdict::exact ? "" : "~") + with_commas(result->measurement->instructions());
}

std::string_view cell_color(const CaseResult* result) {
  if (result == nullptr) return "";
  if (result->status == Status::failed) return kRed;
  return result->measurement && result->measurement->verdict == Verdict::jitter ? kYellow : "";
}

class MatrixWriter {
 public:
  MatrixWriter(const std::vector<MatrixRow>& rows, const TableOptions& options, std::ostream& out)
      : rows_(rows), options_(options), out_(out) {
    for (const MatrixRow& row : rows) width_ = std::max(width_, character_count(row.name));
    for (std::size_t i = 0; i < kColumns; ++i)
      used_.at(i) =
          std::any_of(rows.begin(), rows.end(), [i](const MatrixRow& row) { return row.cells.at(i) != nullptr; });
  }

  void write() {
    write_heads();
    std::string last;
    for (const MatrixRow& row : rows_) {
      if (row.heading != last) fmt::print(out_, "{}{}{}\n", color(kBold), row.heading, color(kReset));
      last = row.heading;
      write_row(row);
    }
  }

 private:
  [[nodiscard]] std::string_view color(std::string_view code) const { return options_.color ? code : ""; }

  void write_heads() {
    std::string line = pad("", width_ + 2);
    for (std::size_t i = 0; i < kColumns; ++i)
      if (used_.at(i)) line += fmt::format("  {:>{}}", kHeads.at(i), kCellWidth);
    fmt::print(out_, "{}\n", line);
  }

  void write_row(const MatrixRow& row) {
    std::string line = "  " + pad(row.name, width_);
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (!used_.at(i)) continue;
      const std::string_view code = color(cell_color(row.cells.at(i)));
      line += fmt::format("  {}{:>{}}{}", code, cell_text(row.cells.at(i)), kCellWidth, code.empty() ? "" : kReset);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    fmt::print(out_, "{}\n", line);
  }

  const std::vector<MatrixRow>& rows_;
  const TableOptions& options_;
  std::ostream& out_;
  std::size_t width_ = 0;
  std::array<bool, kColumns> used_{};
};

}  // namespace

void write_matrix(const Run& run, const TableOptions& options, std::ostream& out) {
  const std::vector<MatrixRow> rows = make_rows(run);
  MatrixWriter(rows, options, out).write();
  const auto unsure = [](const CaseResult& result) {
    return result.measurement && result.measurement->verdict != Verdict::exact;
  };
  if (std::any_of(run.cases.begin(), run.cases.end(), unsure))
    fmt::print(out, "\n~ did not repeat exactly; '--layout list' shows by how much\n");
  write_summary(run, out);
}

}  // namespace quern
