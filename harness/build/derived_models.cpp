// SPDX-License-Identifier: Apache-2.0
#include "harness/build/derived_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kDeriveTimeout{10};
constexpr const char* kScript = "worker/python/derive_models.py";

std::string read_lines(const fs::path& file) {
  std::string all = try_read_file(file).value_or("");
  while (all.ends_with('\n')) all.pop_back();
  return all;
}

std::string last_line(const std::string& text) { return text.substr(text.rfind('\n') + 1); }

class Deriver {
 public:
  explicit Deriver(const ModelParts& parts) : parts_(parts) {}

  DerivedModels derive(const std::vector<const Case*>& cases) {
    std::map<std::string, const Asset*> models;
    for (const Case* args : cases)
      for (const Asset& asset : args->assets)
        if (possible(asset)) models.emplace(asset.file, &asset);
    for (const auto& [file, model] : models) {
      if (std::optional<CacheEntry> entry = parts_.cache.find("model", key(*model)))
        take(*model, std::move(*entry));
      else
        missing_.push_back(model);
    }
    const std::vector<const Asset*> missing = missing_;
    if (!missing.empty()) make_missing();
    for (const Asset* model : missing)
      if (!failed(*model)) store(*model);
    return std::move(derived_);
  }

 private:
  // Thrown out of the making of a cache entry; why is in `derived_`.
  struct NotDerived {};

  // C++ knows TorchScript's own language only: functions, and of torch what is an operator.
  bool possible(const Asset& model) {
    if (parts_.environment.python || (model.model.kind == Model::Kind::function && parts_.toolchain != nullptr))
      return true;
    derived_.impossible[model.file] = "a module is derived by Python, and no Python here has a torch";
    return false;
  }

  [[nodiscard]] bool failed(const Asset& model) const {
    return derived_.failures.contains(model.file) || derived_.impossible.contains(model.file);
  }

  void take(const Asset& model, CacheEntry entry) {
    derived_.files[model.file] = entry.path / "model.pt";
    derived_.entries.push_back(std::move(entry));
  }

  // A file that is not there is derived, alone: the second time, if what it is derived from changed during the first.
  void store(const Asset& model) {
    try {
      take(model, parts_.cache.entry("model", key(model), [&](const fs::path& folder) { return fill(folder, model); }));
    } catch (const NotDerived&) {
      return;
    }
  }

  Inputs fill(const fs::path& folder, const Asset& model) {
    const fs::path file = made_.path() / file_name(model);
    if (!fs::exists(file)) {
      missing_ = {&model};
      make_missing();
    }
    if (failed(model)) throw NotDerived{};
    fs::copy_file(file, folder / "model.pt");
    fs::remove(file);
    return inputs(model);
  }

  void make_missing() {
    if (parts_.environment.python)
      derive_with_python();
    else
      for (const Asset* model : missing_) derive_with_cpp(*model);
  }

  void derive_with_python() {
    since_ = file_clock();
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Asset* model : missing_)
      list.push_back({{"name", name(*model)},
                      {"kind", to_string(model->model.kind)},
                      {"setup", model->model.setup},
                      {"source", model->model.source}});
    std::ofstream(made_.path() / "models.json", std::ios::binary) << list.dump();
    const fs::path log = made_.path() / "log";
    const ChildExit exit = parts_.runner.run({parts_.environment.python->python,
                                              {(parts_.sources / kScript).string(), made_.path().string()},
                                              parts_.variables,
                                              log,
                                              made_.path()},
                                             kDeriveTimeout);
    if (exit.how != ChildExit::How::exited || exit.code != 0)
      throw Error(ErrorKind::environment,
                  fmt::format("{} cannot derive TorchScript models: {}", parts_.environment.python->python.string(),
                              last_line(read_lines(log))),
                  "does 'import torch' work there?");
    for (const Asset* model : missing_) note_failure(*model, derived_.failures);
  }

  void derive_with_cpp(const Asset& model) {
    const fs::path log = made_.path() / "log";
    std::ofstream(made_.path() / "source.py", std::ios::binary) << model.model.source;
    const std::map<std::string, std::string> variables = {
        {"LD_LIBRARY_PATH", parts_.environment.torch.libraries.string()}, {"OMP_NUM_THREADS", "1"}};
    const ChildExit exit =
        parts_.runner.run({program().path / "derive_model",
                           {(made_.path() / "source.py").string(), (made_.path() / file_name(model)).string()},
                           variables,
                           log,
                           made_.path()},
                          kDeriveTimeout);
    if (exit.how == ChildExit::How::exited && exit.code == 0) return;
    const std::string said = read_lines(log);
    derived_.impossible[model.file] =
        fmt::format("C++ cannot derive it, and no Python here has a torch: {}", said.substr(0, said.find('\n')));
  }

  void note_failure(const Asset& model, std::map<std::string, std::string>& failures) {
    const fs::path error = made_.path() / (name(model) + ".error");
    if (fs::exists(error)) failures[model.file] = read_lines(error);
  }

  static std::string name(const Asset& model) { return model.hash; }
  static std::string file_name(const Asset& model) { return name(model) + ".pt"; }

  // What the script wrote: the kind of each path, `+` or `-` for one that was not there, the path, a zero byte.
  Inputs inputs(const Asset& model) const {
    if (!parts_.environment.python) return {};  // what the program was linked with is in the key
    const std::string text = try_read_file(made_.path() / (name(model) + ".inputs")).value_or("");
    Inputs inputs;
    inputs.since = since_;
    for (std::size_t at = 0; at < text.size(); at += std::strlen(text.c_str() + at) + 1)
      (text[at] == '+' ? inputs.files : inputs.absent).insert(text.c_str() + at + 1);
    if (inputs.files.empty())
      throw Error(ErrorKind::environment, fmt::format("{} does not tell what it read", kScript), "reinstall quern");
    return inputs;
  }

  [[nodiscard]] std::string key(const Asset& model) {
    return hash_fields({model.model.setup, model.model.source, std::string(to_string(model.model.kind)), torch()});
  }

  // The torch that derives, and where it looks for modules.
  [[nodiscard]] std::string torch() {
    if (!parts_.environment.python) return "cpp " + program().state;
    const PythonTorch& python = *parts_.environment.python;
    std::string variables;
    for (const auto& [variable, value] : parts_.variables) variables += hash_fields({variable, value});
    return fmt::format("python {} {} {} {} {}", python.python.string(), python.version, python.package.string(),
                       (parts_.sources / kScript).string(), variables);
  }

  const CacheEntry& program() {
    if (!program_) program_ = parts_.toolchain->model_program();
    return *program_;
  }

  const ModelParts& parts_;
  std::vector<const Asset*> missing_;
  std::optional<CacheEntry> program_;  // that derives without Python
  std::int64_t since_ = 0;             // when Python was started
  TemporaryFolder made_;
  DerivedModels derived_;
};

}  // namespace

DerivedModels derive_models(const std::vector<const Case*>& cases, const ModelParts& parts) {
  return Deriver(parts).derive(cases);
}

}  // namespace quern
