// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/explanation_text.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/printable.hpp"
#include "harness/profile/short_name.hpp"
#include "harness/profile/standard_name.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

constexpr std::string_view kNoSymbols =
    "functions shown as addresses have no symbols: install the library's debug symbols to see their names";

// Where a name alone would not tell: which library, and if known which file.
std::string place_of(const FunctionKey& function) {
  std::string place = printable(function.object);
  if (!function.file.empty() && function.file != "???") place += " " + printable(function.file);
  return place;
}

std::string kind_of(const FunctionChange& change) {
  if (change.a == 0) return "  new";
  return change.b == 0 ? "  gone" : "";
}

void write_layers(const Explanation& explanation, bool difference, std::ostream& out) {
  fmt::print(out, "by layer\n");
  for (const LayerChange& layer : explanation.layers) {
    if (difference)
      fmt::print(out, "  {:<12}{:>14} → {:<14}{:>12}\n", to_string(layer.layer), with_commas(layer.a),
                 with_commas(layer.b), layer.delta() == 0 ? "·" : with_sign(layer.delta()));
    else
      fmt::print(out, "  {:<12}{:>14}\n", to_string(layer.layer), with_commas(layer.b));
  }
}

void write_functions(const Explanation& explanation, const ExplanationOptions& options, std::ostream& out) {
  const std::size_t shown = std::min(options.most, explanation.functions.size());
  fmt::print(out, "by function ({})\n", options.inclusive ? "with all that it calls" : "its own instructions");
  bool addresses = false;
  double rest = 0;
  for (std::size_t i = 0; i < explanation.functions.size(); ++i) {
    const FunctionChange& change = explanation.functions[i];
    if (i >= shown) {
      rest += change.delta();
      continue;
    }
    addresses = addresses || is_address(change.function);
    fmt::print(out, "  {:>14}  {}  [{}]{}\n", options.difference ? with_sign(change.delta()) : with_commas(change.b),
               printable(change.function.name), place_of(change.function), options.difference ? kind_of(change) : "");
  }
  if (shown < explanation.functions.size()) {
    const std::string sum = options.difference ? with_sign(rest) : with_commas(rest);
    fmt::print(out, "  {:>14}  … {} more\n", options.inclusive ? "" : sum, explanation.functions.size() - shown);
  }
  if (addresses) fmt::print(out, "  {}\n", kNoSymbols);
}

void write_renamed(const Explanation& explanation, std::size_t most, std::ostream& out) {
  if (explanation.renamed.empty()) return;
  std::vector<RenamedFunction> renamed = explanation.renamed;
  std::stable_sort(renamed.begin(), renamed.end(), [](const RenamedFunction& a, const RenamedFunction& b) {
    return std::abs(a.delta()) > std::abs(b.delta());
  });
  double rest = 0;
  fmt::print(out, "renamed or moved\n");
  for (std::size_t i = 0; i < renamed.size(); ++i) {
    if (i >= most) {
      rest += renamed[i].delta();
      continue;
    }
    fmt::print(out, "  {:>14}  {} [{}]\n                  → {} [{}]\n",
               renamed[i].delta() == 0 ? "·" : with_sign(renamed[i].delta()), printable(renamed[i].from.name),
               printable(renamed[i].from.object), printable(renamed[i].to.name), printable(renamed[i].to.object));
  }
  if (renamed.size() > most) fmt::print(out, "  {:>14}  … {} more\n", with_sign(rest), renamed.size() - most);
}

}  // namespace

void write_explanation(const Explanation& explanation, const ExplanationOptions& options, std::ostream& out) {
  if (!options.inclusive) write_layers(explanation, options.difference, out);
  write_functions(explanation, options, out);
  if (options.difference) write_renamed(explanation, options.most, out);
}

void write_short_explanation(const Explanation& explanation, std::size_t functions, std::ostream& out) {
  std::string layers;
  for (const LayerChange& layer : explanation.layers)
    if (layer.delta() != 0)
      layers += fmt::format("{}{} {}", layers.empty() ? "" : ", ", to_string(layer.layer), with_sign(layer.delta()));
  fmt::print(out, "    {}\n", layers);
  for (std::size_t i = 0; i < std::min(functions, explanation.functions.size()); ++i) {
    const FunctionChange& change = explanation.functions[i];
    fmt::print(out, "    {:>12}  {}  [{}]{}\n", with_sign(change.delta()), printable(short_name(change.function.name)),
               printable(change.function.object), kind_of(change));
  }
}

}  // namespace quern
