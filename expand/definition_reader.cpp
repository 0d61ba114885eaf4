// SPDX-License-Identifier: Apache-2.0
#include "expand/definition_reader.hpp"

#include <fmt/format.h>

#include "base/yaml/node_reader.hpp"
#include "expand/keys.hpp"
#include "expand/label.hpp"
#include "expand/model_check.hpp"
#include "expand/ops/param_config.hpp"
#include "expand/ops/yaml_operators.hpp"
#include "expand/shared_reader.hpp"
#include "expand/variants.hpp"

namespace quern {
namespace {

Text text_at(const MapReader& map, std::string_view key, Problems& problems) {
  const YamlNode* node = map.find(key);
  return node == nullptr ? Text{} : read_text(*node, problems).value_or(Text{});
}

bool flag_at(const MapReader& map, std::string_view key, Problems& problems) {
  const YamlNode* node = map.find(key);
  return node != nullptr && read_bool(*node, problems).value_or(false);
}

/// Reports if neither language is there, as far as no other mistake explains it.
PerLanguage read_languages(const MapReader& map, std::string_view py_key, std::string_view cpp_key,
                           Problems& problems) {
  PerLanguage texts{text_at(map, py_key, problems), text_at(map, cpp_key, problems)};
  if (map.all_known() && map.find(py_key) == nullptr && map.find(cpp_key) == nullptr)
    problems.add(map.place(), "empty definition", fmt::format("give it {}, {} or both", py_key, cpp_key));
  return texts;
}

void read_grouped_setup(const MapReader& map, const PerLanguage& code, Shared& shared, Problems& problems) {
  const YamlNode* node = map.find("setup");
  if (node == nullptr) return;
  shared.setup = read_setup(*node, problems);
  const PerLanguage& global = shared.setup.global;
  if (!global.cpp.empty() && code.cpp.empty() && !code.py.empty())
    problems.add(global.cpp.place, "this global text is C++, and the definition has no C++",
                 "for Python write global: {py: …}");
}

bool read_boxing(const MapReader& map, Problems& problems) {
  const YamlNode* node = map.find("boxing");
  if (node == nullptr) return false;
  const Text text = read_text(*node, problems).value_or(Text{"excluded", node->place});
  if (text.text != "measured" && text.text != "excluded")
    problems.add(node->place, fmt::format("expected measured or excluded, found '{}'", text.text));
  return text.text == "measured";
}

// TorchScript needs to know the inputs by name, autograd the output.
void check_modes(const MapReader& map, const Modes& modes, const Text& python, Problems& problems) {
  for (const std::string_view key : {"torchscript", "autograd"}) {
    if (!(key == "torchscript" ? modes.torchscript : modes.autograd)) continue;
    const Place& place = map.find(key)->place;
    if (map.all_known() && map.find("signature") == nullptr)
      problems.add(place, fmt::format("{} without a signature", key), "add one: signature: f(x) -> y");
    else if (key == "autograd" && modes.signature && modes.signature->output.empty())
      problems.add(place, "autograd needs a signature with an output", "write f(x) -> y");
  }
  if (modes.torchscript && python.empty())
    problems.add(map.find("torchscript")->place, "torchscript without Python code",
                 "the model is derived from it, also for C++");
}

Modes read_modes(const MapReader& map, const Text& python, Problems& problems) {
  Modes modes;
  const Text signature = text_at(map, "signature", problems);
  if (!signature.empty()) modes.signature = read_signature(signature, problems);
  modes.torchscript = flag_at(map, "torchscript", problems);
  modes.autograd = flag_at(map, "autograd", problems);
  modes.boxing_measured = read_boxing(map, problems);
  check_modes(map, modes, python, problems);
  return modes;
}

GroupedStmts read_stmts(const MapReader& map, Shared& shared, Problems& problems) {
  const PerLanguage code = read_languages(map, "py_stmt", "cpp_stmt", problems);
  read_grouped_setup(map, code, shared, problems);
  return {code, read_modes(map, code.py, problems)};
}

GroupedModules read_modules(const MapReader& map, Shared& shared, Problems& problems) {
  const PerLanguage code = read_languages(map, "py_model", "cpp_model", problems);
  read_grouped_setup(map, code, shared, problems);
  for (const Language language : {Language::python, Language::cpp}) {
    const Text& text = code.of(language);
    if (!text.empty() && !defines_model(text.text, language))
      problems.add(text.place, "this code never defines model",
                   language == Language::cpp ? "for example: auto model = torch::nn::ReLU();"
                                             : "for example: model = torch.nn.ReLU()");
  }
  if (map.all_known() && map.find("signature") == nullptr)
    problems.add(map.place(), "a module needs a signature", "the call is made from it: signature: f(x) -> y");
  return {code, read_modes(map, code.py, problems)};
}

GroupedVariants read_variants(const MapReader& map, Shared& shared, Problems& problems) {
  const PerLanguage code = read_languages(map, "py_block", "cpp_block", problems);
  read_grouped_setup(map, code, shared, problems);
  return split_variants(code, problems);
}

Language read_language(const MapReader& map, Problems& problems) {
  const YamlNode* node = map.find("language");
  if (node == nullptr) {
    if (map.all_known())
      problems.add(map.place(), "timer_args without a language", "add language: cpp, or language: python");
    return Language::python;
  }
  const Text text = read_text(*node, problems).value_or(Text{"python", node->place});
  if (text.text != "cpp" && text.text != "python")
    problems.add(node->place, fmt::format("expected cpp or python, found '{}'", text.text));
  return text.text == "cpp" ? Language::cpp : Language::python;
}

ExplicitArgs read_timer_args(const MapReader& map, Shared& shared, Problems& problems) {
  ExplicitArgs args{read_language(map, problems), text_at(map, "stmt", problems)};
  if (map.all_known() && map.find("stmt") == nullptr) problems.add(map.place(), "empty definition", "give it a stmt");
  const bool cpp = args.language == Language::cpp;
  (cpp ? shared.setup.local.cpp : shared.setup.local.py) = text_at(map, "setup", problems);
  (cpp ? shared.setup.global.cpp : shared.setup.global.py) = text_at(map, "global_setup", problems);
  return args;
}

const KeySet& keys_of(std::string_view kind) {
  if (kind == "timer_args") return kTimerArgsKeys;
  if (kind == "stmts") return kStmtsKeys;
  if (kind == "operators") return kYamlOperatorKeys;
  return kind == "modules" ? kModulesKeys : kVariantsKeys;
}

}  // namespace

std::optional<Definition> read_definition(std::string_view kind, const YamlEntry& entry, Problems& problems) {
  const std::string& name = entry.key.text.text;
  const std::string label = kind == "operators" ? operator_label(name) : name;
  check_label(label, entry.key.place, problems);
  const MapReader map(entry.value, keys_of(kind), problems);
  if (!map.valid() || entry.value.entries.empty()) return std::nullopt;
  Definition definition{label, entry.key.place, read_shared(map, problems), {}};
  if (kind == "timer_args") definition.body = read_timer_args(map, definition.shared, problems);
  if (kind == "stmts") definition.body = read_stmts(map, definition.shared, problems);
  if (kind == "modules") definition.body = read_modules(map, definition.shared, problems);
  if (kind == "variants") definition.body = read_variants(map, definition.shared, problems);
  if (kind == "operators") definition.body = read_yaml_operator(name, map, problems);
  return definition;
}

}  // namespace quern
