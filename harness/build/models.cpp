// SPDX-License-Identifier: Apache-2.0
#include "harness/build/models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/environment/elf.hpp"
#include "harness/process/temporary_folder.hpp"
#include "worker/protocol/definition_hash.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kDeriveTimeout{10};
constexpr const char* kScript = "worker/python/derive_models.py";

std::string read_lines(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  std::string all = text.str();
  while (all.ends_with('\n')) all.pop_back();
  return all;
}

std::string last_line(const std::string& text) { return text.substr(text.rfind('\n') + 1); }

class Deriver {
 public:
  explicit Deriver(const ModelParts& parts) : parts_(parts) {}

  DerivedModels derive(const std::vector<const TimerArgs*>& cases) {
    std::map<std::string, const Model*> models;
    for (const TimerArgs* args : cases)
      if (args->model) models.emplace(args->model->file, &*args->model);
    for (const auto& [file, model] : models)
      if (!parts_.cache.contains("model", key(*model))) missing_.push_back(model);
    if (!missing_.empty()) make_missing();
    for (const auto& [file, model] : models)
      if (!derived_.failures.contains(file) && !derived_.impossible.contains(file)) take(*model);
    return std::move(derived_);
  }

 private:
  // The cache may have lost it since we looked: then it is made alone.
  void take(const Model& model) {
    derived_.entries.push_back(parts_.cache.entry("model", key(model), [&](const fs::path& folder) {
      if (!fs::exists(made_.path() / file_name(model))) {
        missing_ = {&model};
        make_missing();
      }
      fs::copy_file(made_.path() / file_name(model), folder / "model.pt");
    }));
    derived_.files[model.file] = derived_.entries.back().path / "model.pt";
  }

  void make_missing() {
    if (parts_.environment.python)
      derive_with_python();
    else
      for (const Model* model : missing_) derive_with_cpp(*model);
  }

  void derive_with_python() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Model* model : missing_)
      list.push_back({{"name", name(*model)},
                      {"kind", to_string(model->kind)},
                      {"setup", model->setup},
                      {"source", model->source}});
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
    for (const Model* model : missing_) note_failure(*model, derived_.failures);
  }

  // C++ knows TorchScript's own language only: functions, and of torch what is an operator.
  void derive_with_cpp(const Model& model) {
    const fs::path log = made_.path() / "log";
    if (model.kind == Model::Kind::module || parts_.toolchain == nullptr) {
      derived_.impossible[model.file] = "a module is derived by Python, and no Python here has a torch";
      return;
    }
    std::ofstream(made_.path() / "source.py", std::ios::binary) << model.source;
    const std::map<std::string, std::string> variables = {
        {"LD_LIBRARY_PATH", parts_.environment.torch.libraries.string()}, {"OMP_NUM_THREADS", "1"}};
    const ChildExit exit =
        parts_.runner.run({parts_.toolchain->model_program(),
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

  void note_failure(const Model& model, std::map<std::string, std::string>& failures) {
    const fs::path error = made_.path() / (name(model) + ".error");
    if (fs::exists(error)) failures[model.file] = read_lines(error);
  }

  static std::string name(const Model& model) { return fs::path(model.file).stem().string(); }
  static std::string file_name(const Model& model) { return name(model) + ".pt"; }

  [[nodiscard]] std::string key(const Model& model) const {
    return hash_fields({model.setup, model.source, std::string(to_string(model.kind)), torch()});
  }

  // The torch that derives, so that a rebuilt one derives again.
  [[nodiscard]] std::string torch() const {
    const Environment& environment = parts_.environment;
    if (!environment.python) return "cpp " + build_id(environment.torch.libraries / "libtorch_cpu.so");
    const PythonTorch& python = *environment.python;
    const fs::path wheel = python.package / "lib/libtorch_cpu.so";
    return fmt::format("python {} {} {} {}", python.version, python.git, python.package.string(),
                       build_id(fs::exists(wheel) ? wheel : environment.torch.libraries / "libtorch_cpu.so"));
  }

  const ModelParts& parts_;
  std::vector<const Model*> missing_;
  TemporaryFolder made_;
  DerivedModels derived_;
};

}  // namespace

DerivedModels derive_models(const std::vector<const TimerArgs*>& cases, const ModelParts& parts) {
  return Deriver(parts).derive(cases);
}

}  // namespace quern
