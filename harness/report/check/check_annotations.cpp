// SPDX-License-Identifier: Apache-2.0
#include "harness/report/check/check_annotations.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/printable.hpp"
#include "harness/report/check/check_rows.hpp"
#include "harness/report/check/check_text.hpp"
#include "harness/report/check/check_words.hpp"

namespace quern {
namespace {

// GitHub shows ten of a level in a step: the last one is for the verdict.
constexpr std::size_t kMostOfLevel = 9;

std::string replaced(std::string_view text, std::string_view special) {
  std::string safe;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos)
      safe += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      safe += c;
  }
  return safe;
}

std::string message(std::string_view text) { return replaced(text, "%\r\n"); }
std::string property(std::string_view text) { return replaced(printable(text), "%\r\n:,"); }

class Annotations {
 public:
  explicit Annotations(std::ostream& out) : out_(out) {}

  void add(std::string_view level, const std::optional<Origin>& place, std::string_view title, std::string_view text) {
    if (++counts_[level] > kMostOfLevel) {
      ++left_out_;
      return;
    }
    std::string where;
    if (place) where = fmt::format("file={},line={},col={},", property(place->file), place->line, place->column);
    fmt::print(out_, "::{} {}title={}::{}\n", level, where, property(title), message(text));
  }

  void finish(std::string_view level, const std::string& verdict) {
    const std::string more = left_out_ > 0 ? fmt::format("; {} not shown here", left_out_) : "";
    fmt::print(out_, "::{} title=quern check::{}\n", level, message(verdict + more));
  }

 private:
  std::ostream& out_;
  std::map<std::string_view, std::size_t> counts_;
  std::size_t left_out_ = 0;
};

std::string_view level_of(RowGroup group) {
  constexpr std::string_view kLevels[] = {"error", "warning", "warning", "warning", "notice", "notice", "notice"};
  return kLevels[static_cast<std::size_t>(group)];
}

std::string text_of(const CheckRow& row) {
  std::string text = fmt::format("{}: {}", id_text(*row.checked->args), sentence(row));
  if (const std::string accepted = acceptance_text(*row.checked); row.first && !accepted.empty())
    text += "\n" + accepted;
  return text;
}

std::string_view level_of(const Check& check) {
  if (!check.blocking.empty() || check.fails()) return "error";
  return check.undecided() ? "warning" : "notice";
}

std::optional<Origin> place_of(const Waiver& waiver) {
  return waiver.where.file.empty() ? std::nullopt : std::optional(waiver.where);
}

}  // namespace

void write_check_annotations(const Check& check, std::ostream& out) {
  Annotations annotations(out);
  // Out of date, a waiver is one line to change; it must not be lost behind the cases.
  for (const Waiver* waiver : check.expired)
    annotations.add("error", place_of(*waiver), "quern: waiver expired", expired_text(*waiver));
  if (const std::string text = rules_text(check); !text.empty())
    annotations.add("warning", std::nullopt, "quern: other rules", text);
  for (const CheckRow& row : check_rows(check))
    annotations.add(level_of(row.group), file_of(*row.checked->args), fmt::format("quern: {}", to_string(row.finding)),
                    text_of(row));
  annotations.finish(level_of(check), verdict_line(check));
}

}  // namespace quern
