// SPDX-License-Identifier: Apache-2.0
#include "expand/statements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>

namespace quern {
namespace {

// The profiling executor specialises during its first calls. Whether it has settled is for the worker to measure.
constexpr int kWarmUps = 3;

std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines += line.empty() ? "\n" : fmt::format("    {}\n", line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

std::string arguments(const Signature& signature) { return fmt::format("{}", fmt::join(signature.inputs, ", ")); }

/// Writes the code of TorchScript and module cases around a signature's names.
class CallWriter {
 public:
  CallWriter(Language language, const Signature& signature)
      : cpp_(language == Language::cpp), signature_(signature), arguments_(arguments(signature)) {}

  [[nodiscard]] std::string module_call() const {
    return assign(cpp_ ? fmt::format("model->forward({})", arguments_) : fmt::format("model({})", arguments_));
  }

  [[nodiscard]] std::string eager_backward() const { return end(signature_.output + ".backward()"); }

  [[nodiscard]] std::string jit_call() const {
    return assign(cpp_ ? "jit_model.forward(jit_inputs)" : fmt::format("jit_model({})", arguments_));
  }

  [[nodiscard]] std::string jit_backward() const {
    return end(signature_.output + (cpp_ ? ".toTensor().backward()" : ".backward()"));
  }

  [[nodiscard]] std::string box() const {
    return cpp_ ? fmt::format("std::vector<torch::jit::IValue> jit_inputs = {{{}}};", arguments_) : std::string{};
  }

  [[nodiscard]] std::string load(const std::string& file) const {
    return cpp_ ? fmt::format("torch::jit::Module jit_model = torch::jit::load(\"{}\");", file)
                : fmt::format("jit_model = torch.jit.load(\"{}\")", file);
  }

  [[nodiscard]] std::string repeat(const std::string& body) const {
    if (!cpp_) return fmt::format("for _ in range({}):\n{}", kWarmUps, indented(body));
    return fmt::format("for (int warm_up = 0; warm_up < {}; ++warm_up) {{\n{}}}", kWarmUps, indented(body));
  }

 private:
  [[nodiscard]] std::string end(const std::string& code) const { return cpp_ ? code + ";" : code; }

  [[nodiscard]] std::string assign(const std::string& call) const {
    if (signature_.output.empty()) return end(call);
    return end(fmt::format("{}{} = {}", cpp_ ? "auto " : "", signature_.output, call));
  }

  bool cpp_;
  const Signature& signature_;
  std::string arguments_;
};

void write_eager(const BoundDefinition& definition, Case& args) {
  const BoundCode& code = definition.of(args.language);
  TimerArgs& body = snippet(args);
  body = {code.stmt, code.setup, code.global_setup};
  if (!definition.modes.signature) return;
  const CallWriter writer(args.language, *definition.modes.signature);
  if (definition.module) {
    body.setup.append(code.model);
    body.stmt.append(writer.module_call(), definition.origin);
  }
  if (args.pass == Pass::forward_backward) body.stmt.append(writer.eager_backward(), definition.origin);
}

// Both languages load the same file, whose name says what it was made from.
Asset make_model(const BoundDefinition& definition) {
  const Signature& signature = *definition.modes.signature;
  Model model;
  model.kind = definition.module ? Model::Kind::module : Model::Kind::function;
  Code setup = definition.py.global_setup;
  setup.append(definition.py.setup);
  model.setup = setup.text();
  model.source = definition.module ? definition.py.model.text()
                                   : fmt::format("def jit_model({}):\n{}    return {}\n", arguments(signature),
                                                 indented(definition.py.stmt.text()),
                                                 signature.output.empty() ? "None" : signature.output);
  return model_asset(std::move(model));
}

void write_torchscript(const BoundDefinition& definition, Case& args) {
  const BoundCode& code = definition.of(args.language);
  const CallWriter writer(args.language, *definition.modes.signature);
  const bool cpp = args.language == Language::cpp;
  const bool boxes = cpp && definition.modes.boxing_measured;

  TimerArgs& body = snippet(args);
  args.assets = {make_model(definition)};
  // forward() takes its inputs by value: the vector is copied, in the suite that this format comes from as well.
  std::string stmt = boxes ? writer.box() + "\n" + writer.jit_call() : writer.jit_call();
  if (args.pass == Pass::forward_backward) stmt += "\n" + writer.jit_backward();
  body.stmt.append(stmt, definition.origin);

  if (cpp) body.global_setup.append("#include <torch/script.h>", definition.origin);
  body.global_setup.append(code.global_setup);
  body.setup = code.setup;
  body.setup.append(writer.load(args.assets.front().file), definition.origin);
  if (!boxes) body.setup.append(writer.box(), definition.origin);
  body.setup.append(writer.repeat(stmt), definition.origin);
}

}  // namespace

void write_statement(const BoundDefinition& definition, Case& args) {
  if (args.runtime == Runtime::torchscript)
    write_torchscript(definition, args);
  else
    write_eager(definition, args);
}

}  // namespace quern
