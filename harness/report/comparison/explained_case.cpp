// SPDX-License-Identifier: Apache-2.0
#include "harness/report/comparison/explained_case.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/printable.hpp"
#include "harness/model/run_json.hpp"
#include "harness/report/text/csv.hpp"
#include "harness/report/text/text.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

Json key_json(const FunctionKey& key) {
  return {{"name", valid_text(key.name)}, {"file", valid_text(key.file)}, {"library", valid_text(key.object)}};
}

template <typename Item>
Json with_counts(Json json, const Item& item) {
  json["a"] = item.a;
  json["b"] = item.b;
  json["delta"] = item.delta();
  return json;
}

void write_counts(const ExplainedCase& explained, std::ostream& out) {
  const double before = explained.a.instructions;
  const double after = explained.b.instructions;
  fmt::print(out, "{}\n", printable(explained.id));
  if (!explained.options.difference) {
    fmt::print(out, "  {} instructions, {}\n\n", with_commas(after), explained.b.description);
    return;
  }
  fmt::print(out, "  {} → {}  {}  {:+.2f} %\n  A {}\n  B {}\n\n", with_commas(before), with_commas(after),
             with_sign(after - before), before > 0 ? (after / before - 1) * 100 : 0, explained.a.description,
             explained.b.description);
}

}  // namespace

void write_explained(const ExplainedCase& explained, std::ostream& out) {
  write_counts(explained, out);
  write_explanation(*explained.explanation, explained.options, out);
}

Json explanation_document(const ExplainedCase& explained) {
  const Explanation& explanation = *explained.explanation;
  Json layers = Json::array();
  for (const LayerChange& layer : explanation.layers)
    layers.push_back(with_counts({{"layer", to_string(layer.layer)}}, layer));
  Json functions = Json::array();
  for (const FunctionChange& change : explanation.functions)
    functions.push_back(with_counts(key_json(change.function), change));
  Json renamed = Json::array();
  for (const RenamedFunction& change : explanation.renamed)
    renamed.push_back(with_counts({{"from", key_json(change.from)}, {"to", key_json(change.to)}}, change));
  Json document = with_counts({{"schema", "quern.explanation/1"}, {"id", explained.id}}, explanation);
  document["layers"] = std::move(layers);
  document["functions"] = std::move(functions);
  document["renamed"] = std::move(renamed);
  return document;
}

void write_explanation_csv(const Explanation& explanation, std::ostream& out) {
  out << "name,file,library,a,b,delta\n";
  const auto line = [&](const FunctionKey& key, const auto& counts) {
    fmt::print(out, "{},{},{},{},{},{}\n", csv_field(key.name), csv_field(key.file), csv_field(key.object), counts.a,
               counts.b, counts.delta());
  };
  for (const FunctionChange& change : explanation.functions) line(change.function, change);
  for (const RenamedFunction& change : explanation.renamed) line(change.to, change);
}

}  // namespace quern
