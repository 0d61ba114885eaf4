// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/trend.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/printable.hpp"
#include "harness/model/document_text.hpp"
#include "harness/report/text/csv.hpp"
#include "harness/report/text/sparkline.hpp"
#include "harness/report/text/text.hpp"
#include "harness/runs/runs_table.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kWidth = 60;

std::vector<double> counts_of(const std::vector<HistoryPoint>& points) {
  std::vector<double> counts;
  counts.reserve(points.size());
  for (const HistoryPoint& point : points) counts.push_back(point.instructions);
  return counts;
}

std::string percent(const Step& step) {
  return step.before > 0 ? fmt::format("{:+.2f} %", (step.after / step.before - 1) * 100) : "";
}

// A change of torch with its versions: it is what people look for first.
std::string explain_changes(const Trend& trend, std::size_t point) {
  std::vector<std::string> changes = changes_at(trend, point);
  for (std::string& change : changes)
    if (change == "torch")
      change = fmt::format("torch {} → {}", printable(trend.points[point - 1].torch_version),
                           printable(trend.points[point].torch_version));
  return fmt::format("{}", fmt::join(changes, ", "));
}

void write_step(const Trend& trend, const Step& step, std::ostream& out) {
  const HistoryPoint& point = trend.points[step.at];
  const std::string changes = explain_changes(trend, step.at);
  std::string line = fmt::format("  run {:<5} {}  {:<10}  {} → {}  {}", point.run, short_time(point.started),
                                 short_commit(point.commit), with_commas(step.before), with_commas(step.after),
                                 with_sign(step.after - step.before));
  if (const std::string relative = percent(step); !relative.empty()) line += "  " + relative;
  if (!changes.empty()) line += "  " + changes;
  fmt::print(out, "{}\n", line);
}

Json to_json(const HistoryPoint& point) {
  return {{"run", point.run},
          {"started", point.started},
          {"commit", point.commit.empty() ? Json(nullptr) : Json(point.commit)},
          {"torch_version", point.torch_version},
          {"machine", point.machine},
          {"definition_hash", point.definition_hash},
          {"verdict", point.verdict},
          {"instructions", point.instructions},
          {"spread", point.spread}};
}

}  // namespace

Trend make_trend(std::string id, std::vector<HistoryPoint> points) {
  // Counts that are exact have no noise to estimate: each change of them is one, however often it happens.
  const bool exact =
      std::all_of(points.begin(), points.end(), [](const HistoryPoint& point) { return point.verdict == "exact"; });
  std::vector<Step> steps = exact ? find_steps(counts_of(points), 0) : find_steps(counts_of(points));
  return {std::move(id), std::move(points), std::move(steps)};
}

std::vector<std::string> changes_at(const Trend& trend, std::size_t point) {
  const HistoryPoint& before = trend.points[point - 1];
  const HistoryPoint& after = trend.points[point];
  std::vector<std::string> changes;
  if (before.definition_hash != after.definition_hash) changes.emplace_back("definition");
  if (before.torch_version != after.torch_version) changes.emplace_back("torch");
  if (before.machine != after.machine) changes.emplace_back("machine");
  return changes;
}

void write_trend_table(const Trend& trend, std::ostream& out) {
  const std::vector<double> counts = counts_of(trend.points);
  const auto [lowest, highest] = std::minmax_element(counts.begin(), counts.end());
  fmt::print(out, "{}\n  {}\n", printable(trend.id), sparkline(counts, kWidth));
  fmt::print(out, "  {} run{}, {} to {}, {} to {} instructions\n\n", counts.size(), counts.size() == 1 ? "" : "s",
             short_time(trend.points.front().started), short_time(trend.points.back().started), with_commas(*lowest),
             with_commas(*highest));
  for (const Step& step : trend.steps) write_step(trend, step, out);
  fmt::print(out, "{}{} step{}\n", trend.steps.empty() ? "" : "\n", trend.steps.size(),
             trend.steps.size() == 1 ? "" : "s");
}

void write_trend_json(const Trend& trend, std::ostream& out) {
  Json points = Json::array();
  for (const HistoryPoint& point : trend.points) points.push_back(to_json(point));
  Json steps = Json::array();
  for (const Step& step : trend.steps)
    steps.push_back({{"run", trend.points[step.at].run},
                     {"before", step.before},
                     {"after", step.after},
                     {"changes", changes_at(trend, step.at)}});
  const Json document = {
      {"schema", "quern.trend/1"}, {"id", trend.id}, {"points", std::move(points)}, {"steps", std::move(steps)}};
  out << document_text(document);
}

void write_trend_csv(const Trend& trend, std::ostream& out) {
  out << "run,started,commit,torch_version,machine,definition_hash,verdict,instructions,spread,step\n";
  for (std::size_t i = 0; i < trend.points.size(); ++i) {
    const HistoryPoint& point = trend.points[i];
    const bool is_step =
        std::any_of(trend.steps.begin(), trend.steps.end(), [i](const Step& step) { return step.at == i; });
    fmt::print(out, "{},{},{},{},{},{},{},{},{},{}\n", point.run, csv_field(point.started), csv_field(point.commit),
               csv_field(point.torch_version), point.machine, csv_field(point.definition_hash),
               csv_field(point.verdict), point.instructions, point.spread, is_step ? 1 : 0);
  }
}

}  // namespace quern
