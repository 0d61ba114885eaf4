// SPDX-License-Identifier: Apache-2.0
#include "expand/materialize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "expand/axes.hpp"
#include "expand/case/definition_hash.hpp"
#include "expand/ops/operator_cases.hpp"
#include "expand/ops/yaml_operators.hpp"
#include "expand/scope.hpp"
#include "expand/statements.hpp"

namespace quern {
namespace {

/// One thing to measure before its axes are replaced.
struct Recipe {
  std::vector<std::string> label;  // after the definition's own: heading and number of a variant
  const PerLanguage* code;         // statement, or constructor of a module
  Place place;
  const Modes* modes;
  bool module = false;
  bool explicit_args = false;
};

Code bind_axes(std::span<const ScopedText> texts, std::span<const Choice> choices, Language language) {
  Code code;
  for (const ScopedText& text : texts) {
    const Origin origin = to_origin(text.text->place);
    code.append(text.axes > 0 ? substitute(text.text->text, choices, language) : text.text->text, origin);
  }
  return code;
}

BoundCode bind_code(const Scope& scope, const Recipe& recipe, std::span<const Choice> choices, Language language) {
  BoundCode bound;
  const ScopedText own{&recipe.code->of(language), scope.axes.size()};
  if (own.text->empty()) return bound;
  (recipe.module ? bound.model : bound.stmt) = bind_axes(std::span(&own, 1), choices, language);
  bound.setup = bind_axes(scope.of(language).setup, choices, language);
  bound.global_setup = bind_axes(scope.of(language).global_setup, choices, language);
  return bound;
}

std::vector<Language> languages_of(const Recipe& recipe) {
  std::vector<Language> languages;
  for (const Language language : {Language::python, Language::cpp})
    if (!recipe.code->of(language).empty()) languages.push_back(language);
  return languages;
}

// 1200000 as 1,200,000
std::string with_commas_in(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

class Materializer {
 public:
  Materializer(Problems& problems, const ExpandOptions& options)
      : problems_(problems), options_(options), clean_(problems.empty()) {}

  void expand(const Group& group, const Scope& outer) {
    const Scope scope = enter(outer, group.label, group.shared, problems_);
    for (const auto& member : group.members) std::visit([&](const auto& m) { expand(m, scope); }, member);
    report_unused(group.shared);
  }

  void expand(const Definition& definition, const Scope& outer) {
    Scope scope = enter(outer, definition.label, definition.shared, problems_);
    if (const auto* variants = std::get_if<GroupedVariants>(&definition.body))
      add_setup(scope, variants->setup, problems_);
    std::visit([&](const auto& body) { expand_body(body, definition, scope); }, definition.body);
    report_unused(definition.shared);
  }

  std::vector<Case> take() { return std::move(cases_); }

 private:
  void expand_body(const ExplicitArgs& body, const Definition& definition, const Scope& scope) {
    PerLanguage code;
    (body.language == Language::cpp ? code.cpp : code.py) = body.stmt;
    const Modes modes;
    expand_recipe({{}, &code, definition.place, &modes, false, true}, scope);
  }

  void expand_body(const GroupedStmts& body, const Definition& definition, const Scope& scope) {
    expand_recipe({{}, &body.stmt, definition.place, &body.modes, false, false}, scope);
  }

  void expand_body(const GroupedModules& body, const Definition& definition, const Scope& scope) {
    if (body.modes.signature) expand_recipe({{}, &body.model, definition.place, &body.modes, true, false}, scope);
  }

  void expand_body(const GroupedVariants& body, const Definition& /*definition*/, const Scope& scope) {
    const Modes modes;
    for (const Variant& variant : body.variants) {
      const Place& place = (variant.stmt.py.empty() ? variant.stmt.cpp : variant.stmt.py).place;
      expand_recipe({variant.label, &variant.stmt, place, &modes, false, false}, scope);
    }
  }

  void expand_body(const GroupedOperator& body, const Definition& definition, const Scope& scope) {
    if (body.form == GroupedOperator::Form::yaml) return expand_calls(body, definition, scope);
    const bool backward = body.autograd || options_.backward;
    if (too_many_calls(count_calls(body) * (backward ? 2 : 1), definition)) return;
    for_each_call(body, options_.seed,
                  [&](const OperatorVariant& variant) { add_call(variant, backward, definition, scope); });
  }

  void expand_calls(const GroupedOperator& body, const Definition& definition, const Scope& scope) {
    for (const YamlCall& call : yaml_calls(body)) {
      std::vector<const YamlNode*> texts = texts_of(*call.input);
      if (call.build != nullptr)
        for (const YamlNode* text : texts_of(*call.build)) texts.push_back(text);
      std::unordered_set<std::string_view> names;
      for (const YamlNode* text : texts) {
        check_axis_uses(scope, {&text->text, scope.axes.size()}, Language::cpp, problems_);
        for (const AxisUse& use : axis_uses(text->text.text)) names.insert(use.name);
      }
      const std::vector<const Axis*> axes = those_named(names, scope);
      if (too_many_axes(axes, definition.place)) continue;
      std::size_t count = body.autograd ? 2 : 1;
      for (const Axis* axis : axes) count *= std::max<std::size_t>(axis->values.size(), 1);
      if (too_many_calls(count, definition)) return;
      for (const std::vector<Choice>& choices : combinations(axes))
        add_call(bind_variant(body, call, choices, problems_), body.autograd, definition, scope);
    }
  }

  bool too_many_calls(std::size_t count, const Definition& definition) {
    const bool many = cases_.size() + count > kMostCases;
    if (many && !full_)
      problems_.add(definition.place,
                    fmt::format("{}: expands to {} cases; the limit is {}", definition.label,
                                with_commas_in(cases_.size() + count), with_commas_in(kMostCases)),
                    "shorten its ranges, or split the file");
    full_ = full_ || many;
    return many;
  }

  void add_call(const OperatorVariant& variant, bool backward, const Definition& definition, const Scope& scope) {
    Case args;
    args.label = scope.label;
    args.label.insert(args.label.end(), variant.label.begin(), variant.label.end());
    args.tags = scope.tags;
    std::sort(args.tags.begin(), args.tags.end());
    args.requires_ = scope.requirements(Language::cpp);
    args.definition = to_origin(definition.place);
    args.body = variant.body;
    for (const Pass pass : {Pass::forward, Pass::forward_backward}) {
      args.pass = pass;
      if (pass == Pass::forward || backward)
        for (const int threads : scope.num_threads) add(args, threads, definition.place);
    }
  }

  void expand_recipe(const Recipe& recipe, const Scope& scope) {
    for (const Language language : languages_of(recipe))
      check_axis_uses(scope, {&recipe.code->of(language), scope.axes.size()}, language, problems_);
    const std::vector<const Axis*> axes = used_axes(recipe, scope);
    if (too_many(axes, recipe, scope)) return;
    for (const std::vector<Choice>& choices : combinations(axes)) expand_choices(recipe, scope, choices);
  }

  // The axes that a recipe's own or inherited code names, in the order of their declaration.
  std::vector<const Axis*> used_axes(const Recipe& recipe, const Scope& scope) {
    std::unordered_set<std::string_view> names;
    const auto note = [&](const ScopedText& text) {
      if (text.axes == 0) return;
      for (const AxisUse& use : axis_uses(text.text->text)) names.insert(use.name);
    };
    for (const Language language : languages_of(recipe)) {
      for (const ScopedText& text : scope.of(language).setup) note(text);
      for (const ScopedText& text : scope.of(language).global_setup) note(text);
      note({&recipe.code->of(language), scope.axes.size()});
    }
    return those_named(names, scope);
  }

  std::vector<const Axis*> those_named(const std::unordered_set<std::string_view>& names, const Scope& scope) {
    std::vector<const Axis*> axes;
    std::copy_if(scope.axes.begin(), scope.axes.end(), std::back_inserter(axes),
                 [&](const Axis* axis) { return names.contains(axis->name); });
    used_.insert(axes.begin(), axes.end());
    return axes;
  }

  bool too_many_axes(std::span<const Axis* const> axes, const Place& place) {
    if (axes.size() <= kMostAxes) return false;
    problems_.add(place, fmt::format("more than {} axes in one definition", kMostAxes), "fix some of them");
    return true;
  }

  bool too_many(std::span<const Axis* const> axes, const Recipe& recipe, const Scope& scope) {
    if (too_many_axes(axes, recipe.place)) return true;
    std::size_t count = languages_of(recipe).size() * runtimes(recipe).size() * passes(recipe).size();
    const auto multiply = [&](std::size_t factor) { count = std::min(count * factor, kMostCases + 1); };
    multiply(scope.num_threads.size());
    for (const Axis* axis : axes) multiply(std::max<std::size_t>(axis->values.size(), 1));
    const bool many = cases_.size() + count > kMostCases;
    if (many && !full_)
      problems_.add(
          recipe.place,
          fmt::format("{} more than {} cases", axes.empty() ? "the suite makes" : "the axes make", kMostCases),
          axes.empty() ? "split it" : "shorten them");
    full_ = full_ || many;
    return many;
  }

  void expand_choices(const Recipe& recipe, const Scope& scope, const std::vector<Choice>& choices) {
    Case draft;
    draft.label = scope.label;
    draft.label.insert(draft.label.end(), recipe.label.begin(), recipe.label.end());
    for (const Choice& choice : choices)
      draft.label.push_back(fmt::format("{}={}", choice.axis->name, choice.value->label));
    draft.tags = scope.tags;
    std::sort(draft.tags.begin(), draft.tags.end());
    draft.definition = to_origin(recipe.place);

    BoundDefinition bound{bind_code(scope, recipe, choices, Language::python),
                          bind_code(scope, recipe, choices, Language::cpp), *recipe.modes, recipe.module,
                          draft.definition};
    for (const Runtime runtime : runtimes(recipe))
      for (const Pass pass : passes(recipe)) expand_languages(recipe, scope, bound, with(draft, runtime, pass));
  }

  void expand_languages(const Recipe& recipe, const Scope& scope, const BoundDefinition& bound, const Case& draft) {
    for (const Language language : languages_of(recipe)) {
      Case args = draft;
      args.language = language;
      args.requires_ = scope.requirements(language);
      write_statement(bound, args);
      for (const int threads : scope.num_threads) add(args, threads, recipe.place);
    }
  }

  void add(Case args, int threads, const Place& place) {
    args.num_threads = threads;
    args.id = make_id(args);
    args.definition_hash = definition_hash(args);
    const auto [first, added] = ids_.emplace(args.id, to_string(args.definition));
    if (added)
      cases_.push_back(std::move(args));
    else
      problems_.add(place, fmt::format("duplicate id '{}'", args.id), fmt::format("first made by {}", first->second));
  }

  static Case with(Case draft, Runtime runtime, Pass pass) {
    draft.runtime = runtime;
    draft.pass = pass;
    return draft;
  }

  static std::vector<Runtime> runtimes(const Recipe& recipe) {
    if (recipe.explicit_args) return {Runtime::explicit_};
    const bool scripted = recipe.modes->torchscript && recipe.modes->signature && !recipe.code->py.empty();
    return scripted ? std::vector{Runtime::eager, Runtime::torchscript} : std::vector{Runtime::eager};
  }

  static std::vector<Pass> passes(const Recipe& recipe) {
    if (recipe.explicit_args) return {Pass::explicit_};
    const bool differentiated = recipe.modes->autograd && recipe.modes->signature;
    return differentiated ? std::vector{Pass::forward, Pass::forward_backward} : std::vector{Pass::forward};
  }

  void report_unused(const Shared& shared) {
    if (!clean_) return;  // a definition that could not be read may have been the one that uses it
    for (const Axis& axis : shared.axes)
      if (!used_.contains(&axis))
        problems_.add(axis.place, fmt::format("axis '{}' is declared but not used", axis.name),
                      fmt::format("write {{{}}} where its value belongs", axis.name));
  }

  static constexpr std::size_t kMostAxes = 8;

  Problems& problems_;
  ExpandOptions options_;
  bool clean_;
  bool full_ = false;  // said once: what follows would only repeat it
  std::vector<Case> cases_;
  std::unordered_map<std::string, std::string> ids_;  // and who made them
  std::unordered_set<const Axis*> used_;
};

}  // namespace

std::vector<Case> materialize(std::span<const Group> groups, Problems& problems, const ExpandOptions& options) {
  Materializer materializer(problems, options);
  for (const Group& group : groups) materializer.expand(group, Scope{});
  return materializer.take();
}

}  // namespace quern
