// SPDX-License-Identifier: Apache-2.0
#include "harness/report/backtest/plot_axis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace quern {
namespace {

constexpr double kRoom = 0.04;       // of the axis, at each end
constexpr double kNarrowest = 0.02;  // an axis shows a change of 2 per cent at least: less would blow up nothing
constexpr std::size_t kMostTicks = 12;

std::vector<double> multiples(double step, double low, double high) {
  std::vector<double> values;
  for (double i = std::ceil(low / step - 1e-9); i * step <= high * (1 + 1e-9); ++i) values.push_back(i * step);
  return values;
}

// 1, 2 and 5 times every power of ten.
std::vector<double> decades(double low, double high) {
  std::vector<double> values;
  for (double power = std::pow(10, std::floor(std::log10(low))); power <= high; power *= 10)
    for (const double factor : {1.0, 2.0, 5.0})
      if (power * factor >= low && power * factor <= high) values.push_back(power * factor);
  return values;
}

// The finest round steps that do not give too many.
std::vector<double> round_values(double low, double high) {
  if (high / low > 16) return decades(low, high);
  double step = std::pow(10, std::floor(std::log10(high - low)) - 2);
  for (std::size_t i = 0;; ++i) {
    std::vector<double> values = multiples(step, low, high);
    if (values.size() <= kMostTicks) return values;
    step *= i % 3 == 1 ? 2.5 : 2;
  }
}

}  // namespace

LogAxis::LogAxis(double lowest, double highest, double pixels)
    : low_(std::log(lowest)), high_(std::log(highest)), pixels_(pixels) {
  const double missing = std::max(0.0, kNarrowest - (high_ - low_)) / 2;
  const double room = (high_ - low_ + 2 * missing) * kRoom + missing;
  low_ -= room;
  high_ += room;
}

double LogAxis::place(double value) const { return pixels_ * (high_ - std::log(value)) / (high_ - low_); }

std::vector<double> LogAxis::ticks(double kept, double apart) const {
  std::vector<double> ticks;
  const bool has_kept = kept > 0 && std::log(kept) >= low_ && std::log(kept) <= high_;
  if (has_kept) ticks.push_back(kept);
  for (const double value : round_values(std::exp(low_), std::exp(high_))) {
    const auto too_close = [&](double other) { return std::abs(place(other) - place(value)) < apart; };
    if (std::none_of(ticks.begin(), ticks.end(), too_close)) ticks.push_back(value);
  }
  std::sort(ticks.begin(), ticks.end());
  return ticks;
}

std::vector<double> spread_out(const std::vector<double>& places, double apart, double pixels) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  std::vector<double> moved = places;
  // Down as far as needed, then up again from the end: what fits at all fits then.
  for (std::size_t i = 1; i < order.size(); ++i)
    moved[order[i]] = std::max(moved[order[i]], moved[order[i - 1]] + apart);
  double limit = pixels;
  for (std::size_t i = order.size(); i-- > 0; limit -= apart) moved[order[i]] = std::min(moved[order[i]], limit);
  return moved;
}

}  // namespace quern
