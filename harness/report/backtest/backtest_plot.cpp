// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/backtest_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "harness/profile/short_name.hpp"
#include "harness/report/backtest/backtest_words.hpp"
#include "harness/report/backtest/plot_axis.hpp"
#include "harness/report/text/text.hpp"
#include "harness/report/text/xml.hpp"

namespace quern {
namespace {

// Okabe and Ito's colours, but yellow, which is hard to see on white: https://jfly.uni-koeln.de/color/
constexpr std::array<std::string_view, 6> kPlotColors = {"#0072B2", "#D55E00", "#009E73",
                                                         "#CC79A7", "#E69F00", "#56B4E9"};
constexpr std::array<std::string_view, 4> kPlotDashes = {"", "7 3", "2 3", "9 3 2 3"};
constexpr std::string_view kPlotGrey = "#BBBBBB";
constexpr std::string_view kPlotInk = "#222222";

constexpr double kPlotWidth = 1240;
constexpr double kPlotLeft = 68;
constexpr double kPlotRight = 900;  // where the builds end and the names of lines begin
constexpr double kPlotTop = 64;
constexpr double kPlotHeight = 430;  // of the axis
constexpr double kPlotBelow = 74;    // for the names of builds
constexpr double kPlotLine = 15;     // from one line of text to the next
constexpr double kPlotBadge = 8;     // the radius of a step's number
constexpr std::size_t kPlotLongestName = 46;

std::string svg_text(std::string_view text) { return xml_escaped(xml_clean(text)); }

struct LineStyle {
  std::string_view color = kPlotGrey;
  std::string_view dash = {};
  double width = 1;
};

LineStyle style_of(std::size_t number) {
  return {kPlotColors.at(number % kPlotColors.size()), kPlotDashes.at(number / kPlotColors.size() % kPlotDashes.size()),
          1.8};
}

struct Spot {
  double x = 0;
  double y = 0;
};

class Picture {
 public:
  Picture(const Backtest& backtest, const PlotGroup& group, const PlotOptions& options)
      : backtest_(backtest),
        group_(group),
        options_(options),
        titles_(build_titles(backtest)),
        lines_(plot_lines(group, options.scale, options.depth)),
        mean_(options.scale == PlotScale::relative ? mean_of(lines_) : PlotMean{}),
        axis_(make_axis()) {}

  std::string draw() {
    draw_grid();
    draw_builds();
    const std::size_t colored = std::min(options_.lines, lines_.size());
    for (std::size_t i = lines_.size(); i-- > colored;) draw_line(lines_[i], {});
    for (std::size_t i = colored; i-- > 0;) draw_line(lines_[i], style_of(i));
    if (!mean_.values.empty()) draw_path(mean_.values, {kPlotInk, "", 3.2});
    draw_names(colored);
    draw_steps();
    return head() + body_ + "</svg>\n";
  }

 private:
  LogAxis make_axis() const {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = 0;
    for (const PlotLine& line : lines_)
      for (const double value : line.values)
        if (std::isfinite(value)) {
          lowest = std::min(lowest, value);
          highest = std::max(highest, value);
        }
    return {lowest, highest, kPlotHeight};
  }

  [[nodiscard]] Spot spot(std::size_t build, double value) const {
    const double gaps = std::max(1.0, static_cast<double>(titles_.size()) - 1);
    return {kPlotLeft + (kPlotRight - kPlotLeft) * static_cast<double>(build) / gaps, kPlotTop + axis_.place(value)};
  }

  // What is written last is known only then: how many lines of notes there are.
  [[nodiscard]] std::string head() const {
    const double height = kPlotTop + kPlotHeight + kPlotBelow + kPlotLine * static_cast<double>(notes_ + 1) + 12;
    const std::string how = common_how(group_);
    const std::string title =
        fmt::format("{}{}{}", group_.name.empty() ? "All cases" : group_.name, how.empty() ? "" : ", ", how);
    const std::string_view what = options_.scale == PlotScale::relative
                                      ? "instructions per iteration, as a multiple of the first build that has the case"
                                      : "instructions per iteration";
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\" fill=\"{2}\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n"
        "<text x=\"{3}\" y=\"26\" font-size=\"17\" font-weight=\"bold\">{4}</text>\n"
        "<text x=\"{3}\" y=\"45\">{5} ({6} build{7}, {8} case{9})</text>\n",
        kPlotWidth, height, kPlotInk, kPlotLeft, svg_text(title), what, titles_.size(), titles_.size() == 1 ? "" : "s",
        lines_.size(), lines_.size() == 1 ? "" : "s");
  }

  [[nodiscard]] std::string tick_text(double value) const {
    if (options_.scale == PlotScale::count) return with_commas(value);
    return fmt::format("× {:.4g}", value);
  }

  void draw_grid() {
    const double base = options_.scale == PlotScale::relative ? 1 : 0;
    for (const double value : axis_.ticks(base, 20)) {
      const double y = kPlotTop + axis_.place(value);
      body_ += fmt::format(
          "<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n"
          "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
          kPlotLeft, y, kPlotRight, y, value == base ? "#888888" : "#E6E6E6", kPlotLeft - 6, y + 4, tick_text(value));
    }
  }

  void draw_builds() {
    const double bottom = kPlotTop + kPlotHeight;
    for (std::size_t i = 0; i < titles_.size(); ++i) {
      const double x = spot(i, 1).x;
      const bool ok = backtest_.builds[i].ok();
      body_ += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#E6E6E6\"/>\n"
          "<text transform=\"translate({3:.1f} {4}) rotate(-55)\" text-anchor=\"end\"{5}>{6}</text>\n",
          x, kPlotTop, bottom + 4, x + 4, bottom + 14, ok ? "" : " fill=\"#999999\" text-decoration=\"line-through\"",
          svg_text(titles_[i]));
    }
  }

  // Where a build has no number the line ends, and begins anew behind it: a line across would look like a course.
  void draw_path(const std::vector<double>& values, const LineStyle& style) {
    std::string path;
    bool down = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) {
        const Spot at = spot(i, values[i]);
        path += fmt::format("{}{:.1f} {:.1f}", down ? "L" : "M", at.x, at.y);
      }
      down = std::isfinite(values[i]);
    }
    body_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\""
        " stroke-linecap=\"round\"{}/>\n",
        path, style.color, style.width, style.dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", style.dash));
  }

  void draw_line(const PlotLine& line, const LineStyle& style) {
    body_ += fmt::format("<g><title>{}</title>\n", svg_text(line.entry->args.id));
    draw_path(line.values, style);
    if (style.color != kPlotGrey)
      for (std::size_t i = 0; i < line.values.size(); ++i)
        if (std::isfinite(line.values[i])) {
          const Spot at = spot(i, line.values[i]);
          body_ +=
              fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\" fill=\"{}\"/>\n", at.x, at.y, style.color);
        }
    body_ += "</g>\n";
  }

  /// A name beside the end of its line.
  struct EndName {
    std::string text;
    LineStyle style;
    Spot end;
  };

  [[nodiscard]] Spot end_of(const std::vector<double>& values) const {
    std::size_t last = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (std::isfinite(values[i])) last = i;
    return spot(last, values[last]);
  }

  [[nodiscard]] std::vector<EndName> end_names(std::size_t colored) const {
    std::vector<EndName> names;
    for (std::size_t i = 0; i < colored; ++i)
      names.push_back({shown(lines_[i].name, kPlotLongestName), style_of(i), end_of(lines_[i].values)});
    if (!mean_.values.empty())
      names.push_back(
          {fmt::format("geometric mean of {} cases", mean_.cases), {kPlotInk, "", 3.2}, end_of(mean_.values)});
    return names;
  }

  void draw_names(std::size_t colored) {
    const std::vector<EndName> names = end_names(colored);
    std::vector<double> places;
    places.reserve(names.size());
    for (const EndName& name : names) places.push_back(name.end.y - kPlotTop);
    places = spread_out(places, kPlotLine, kPlotHeight);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const EndName& name = names[i];
      const double y = kPlotTop + places[i];
      body_ += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"0.7\""
          " opacity=\"0.6\"/>\n",
          name.end.x, name.end.y, kPlotRight + 24, y, name.style.color);
      body_ += fmt::format(
          "<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n"
          "<text x=\"{}\" y=\"{:.1f}\">{}</text>\n",
          kPlotRight + 24, y, kPlotRight + 54, y, name.style.color, name.style.width,
          name.style.dash.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", name.style.dash), kPlotRight + 59,
          y + 4, svg_text(name.text));
    }
    if (lines_.size() > colored)
      add_note(fmt::format("grey: {} more case{}, changing less than the others", lines_.size() - colored,
                           lines_.size() - colored == 1 ? "" : "s"));
  }

  void draw_steps() {
    std::vector<Spot> placed;
    const std::vector<NamedStep> steps = largest_steps(group_.cases, options_.notes);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto line = std::find_if(lines_.begin(), lines_.end(),
                                     [&](const PlotLine& each) { return each.entry == steps[i].entry; });
      const double value = line->values[steps[i].step->at];
      if (!std::isfinite(value)) continue;
      const Spot at = spot(steps[i].step->at, value);
      placed.push_back(free_spot({at.x, at.y - 15}, placed));
      draw_badge(i + 1, at, placed.back());
      add_note(fmt::format("{}: {}", i + 1, step_text(*line, *steps[i].step)));
    }
  }

  // Above the point, and above the numbers that are there already.
  static Spot free_spot(Spot wanted, const std::vector<Spot>& placed) {
    const auto is_taken = [&](const Spot& other) {
      return std::abs(other.x - wanted.x) < 2 * kPlotBadge && std::abs(other.y - wanted.y) < 2 * kPlotBadge;
    };
    while (std::any_of(placed.begin(), placed.end(), is_taken)) wanted.y -= 2 * kPlotBadge + 1;
    return wanted;
  }

  void draw_badge(std::size_t number, const Spot& at, const Spot& badge) {
    body_ += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{3:.1f}\" stroke=\"{4}\" stroke-width=\"0.8\"/>\n"
        "<circle cx=\"{2:.1f}\" cy=\"{3:.1f}\" r=\"{5}\" fill=\"#FFFFFF\" stroke=\"{4}\"/>\n"
        "<text x=\"{2:.1f}\" y=\"{6:.1f}\" text-anchor=\"middle\" font-size=\"10\">{7}</text>\n",
        at.x, at.y, badge.x, badge.y, kPlotInk, kPlotBadge, badge.y + 3.6, number);
  }

  [[nodiscard]] std::string step_text(const PlotLine& line, const BacktestStep& step) const {
    std::string text =
        fmt::format("{} → {} · {} · {} → {} · {}", titles_[step.before], titles_[step.at],
                    shown(line.name, kPlotLongestName), with_commas(step.a), with_commas(step.b), step_percent(step));
    // One that changed against the step does not explain it, however much it changed.
    const auto largest = std::find_if(step.functions.begin(), step.functions.end(), [&](const StepFunction& function) {
      return !function.library.empty() && (function.delta > 0) == (step.delta() > 0);
    });
    if (largest != step.functions.end())
      text += fmt::format(" · most by {} {}", shown(qualified_name(largest->name), 60), with_sign(largest->delta));
    return text;
  }

  void add_note(const std::string& text) {
    ++notes_;
    body_ += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", kPlotLeft,
                         kPlotTop + kPlotHeight + kPlotBelow + kPlotLine * static_cast<double>(notes_), svg_text(text));
  }

  const Backtest& backtest_;
  const PlotGroup& group_;
  const PlotOptions& options_;
  std::vector<std::string> titles_;
  std::vector<PlotLine> lines_;
  PlotMean mean_;
  LogAxis axis_;
  std::string body_;
  std::size_t notes_ = 0;
};

}  // namespace

std::string backtest_svg(const Backtest& backtest, const PlotGroup& group, const PlotOptions& options) {
  return Picture(backtest, group, options).draw();
}

}  // namespace quern
