// SPDX-License-Identifier: Apache-2.0
#include "harness/build/derived_models.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/error.hpp"
#include "tests/unit/build/fake_compiler.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Does what worker/python/derive_models.py does, with text for models: one whose source has BAD in it is none.
class FakePython : public ProcessRunner {
 public:
  std::vector<std::vector<std::string>> derived;  // the sources of each start
  std::map<std::string, std::string> variables;
  ChildExit end = {};
  std::string says;
  std::string inputs = std::string("+/dev/null\0", 11);
  bool tells_nothing = false;
  std::function<void()> on_derive = [] {};

  [[nodiscard]] ChildExit run(const ChildSpec& spec, std::chrono::milliseconds /*timeout*/) override {
    const fs::path folder = spec.arguments.at(1);
    on_derive();
    variables = spec.environment;
    std::ofstream(spec.output_log) << says;
    derived.emplace_back();
    for (const nlohmann::json& model : nlohmann::json::parse(text_of(folder / "models.json"))) {
      const std::string source = model["source"];
      const std::string name = model["name"];
      const bool bad = source.find("BAD") != std::string::npos;
      std::ofstream(folder / (name + (bad ? ".error" : ".pt"))) << (bad ? "Unsupported: BAD\nmore\n" : source);
      if (!tells_nothing) std::ofstream(folder / (name + ".inputs"), std::ios::binary) << inputs;
      derived.back().push_back(source);
    }
    return end;
  }

  [[nodiscard]] fs::path find_program(const std::string& /*name*/, const std::string& /*path*/) const override {
    return {};
  }
};

struct Derivation {
  Derivation() { environment.python = PythonTorch{"/fake/python3", "3.11.2", "1.13.1", "", "/fake/torch", {}}; }

  /// Adds a case that loads the model of this source.
  Derivation& add(const std::string& source, Model::Kind kind = Model::Kind::function) {
    Case& args = cases.emplace_back();
    args.assets = {{"models/" + source + ".pt", source, {kind, "x = 1", source}}};
    return *this;
  }

  DerivedModels run() {
    std::vector<const Case*> pointers;
    for (const Case& args : cases) pointers.push_back(&args);
    return derive_models(pointers, {python, cache, environment, QUERN_SOURCES, {{"PYTHONHASHSEED", "0"}}, nullptr});
  }

  TemporaryFolder folder;
  FakePython python;
  Cache cache{folder.path() / "cache"};
  Environment environment;
  std::vector<Case> cases;
};

}  // namespace

TEST_SUITE_BEGIN("harness/build/derived_models");

TEST_CASE("all models are derived by one Python, each once, however many cases load it") {
  Derivation derivation;
  derivation.add("a").add("b").add("a");
  derivation.cases.emplace_back();  // without a model
  const DerivedModels models = derivation.run();
  CHECK(derivation.python.derived == std::vector<std::vector<std::string>>{{"a", "b"}});
  CHECK(derivation.python.variables == std::map<std::string, std::string>{{"PYTHONHASHSEED", "0"}});
  CHECK(models.files.size() == 2);
  CHECK(text_of(models.files.at("models/a.pt")) == "a");
  CHECK(models.failures.empty());
  CHECK(models.impossible.empty());
}

TEST_CASE("without models no Python is started") {
  Derivation derivation;
  derivation.cases.emplace_back();
  CHECK(derivation.run().files.empty());
  CHECK(derivation.python.derived.empty());
}

TEST_CASE("what is in the cache is not derived again") {
  Derivation derivation;
  derivation.add("a");
  const DerivedModels first = derivation.run();
  const DerivedModels second = derivation.add("b").run();
  CHECK(derivation.python.derived == std::vector<std::vector<std::string>>{{"a"}, {"b"}});
  CHECK(second.files.at("models/a.pt") == first.files.at("models/a.pt"));
}

TEST_CASE("another torch derives again") {
  Derivation derivation;
  derivation.add("a");
  static_cast<void>(derivation.run());
  derivation.environment.python->version = "2.0.0";
  static_cast<void>(derivation.run());
  CHECK(derivation.python.derived.size() == 2);
}

TEST_CASE("a model is derived again when a module that it imports changes, or another is found first") {
  Derivation derivation;
  derivation.add("a");
  const fs::path module = derivation.folder.path() / "helper.py";
  const fs::path earlier = derivation.folder.path() / "earlier.py";
  const auto write = [](const fs::path& file, const char* text) {
    std::ofstream(file) << text;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // it has come to rest when it is read
  };
  write(module, "SIZE = 1");
  derivation.python.inputs = "+" + module.string() + std::string("\0-", 2) + earlier.string() + std::string("\0", 1);
  static_cast<void>(derivation.run());
  static_cast<void>(derivation.run());
  CHECK(derivation.python.derived.size() == 1);
  write(module, "SIZE = 2");
  static_cast<void>(derivation.run());
  CHECK(derivation.python.derived.size() == 2);
  write(earlier, "");
  CHECK_THROWS_AS(static_cast<void>(derivation.run()), Error);  // this Python still says that it is not there
  CHECK(derivation.python.derived.size() > 2);
}

TEST_CASE("a module that changes while a model is derived is not taken for what it was derived from") {
  Derivation derivation;
  derivation.add("a");
  const fs::path module = derivation.folder.path() / "helper.py";
  std::ofstream(module) << "SIZE = 1";
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  derivation.python.inputs = "+" + module.string() + std::string("\0", 1);
  derivation.python.on_derive = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (derivation.python.derived.empty()) std::ofstream(module) << "SIZE = 2";
  };
  static_cast<void>(derivation.run());
  CHECK(derivation.python.derived.size() == 2);
}

TEST_CASE("a script that does not tell what it read is an environment error") {
  Derivation derivation;
  derivation.add("a");
  derivation.python.tells_nothing = true;
  CHECK_THROWS_AS(static_cast<void>(derivation.run()), Error);
}

TEST_CASE("a model that cannot be scripted fails alone, with all that was said, and is tried again the next time") {
  Derivation derivation;
  derivation.add("a").add("BAD");
  for (int i = 0; i < 2; ++i) {
    const DerivedModels models = derivation.run();
    CHECK(models.files.contains("models/a.pt"));
    CHECK_FALSE(models.files.contains("models/BAD.pt"));
    CHECK(models.failures == std::map<std::string, std::string>{{"models/BAD.pt", "Unsupported: BAD\nmore"}});
  }
  CHECK(derivation.python.derived == std::vector<std::vector<std::string>>{{"BAD", "a"}, {"BAD"}});
}

TEST_CASE("a Python that ends badly is an environment error with its last words") {
  Derivation derivation;
  derivation.add("a");
  derivation.python.says = "Traceback\nImportError: no torch\n";
  for (const ChildExit end : {ChildExit{ChildExit::How::exited, 1}, ChildExit{ChildExit::How::signaled, 11},
                              ChildExit{ChildExit::How::timed_out, 0}}) {
    derivation.python.end = end;
    CHECK_THROWS_WITH_AS(derivation.run(), "/fake/python3 cannot derive TorchScript models: ImportError: no torch",
                         Error);
  }
  CHECK(derivation.cache.list().empty());
}

TEST_CASE("without a Python modules are impossible, and functions too where there is no C++ either") {
  Derivation derivation;
  derivation.environment.python.reset();
  derivation.add("function").add("module", Model::Kind::module);
  const DerivedModels models = derivation.run();
  CHECK(models.impossible.size() == 2);
  CHECK(models.impossible.at("models/module.pt") == "a module is derived by Python, and no Python here has a torch");
  CHECK(models.failures.empty());
  CHECK(derivation.python.derived.empty());
}

TEST_CASE("without a Python the compiled program derives functions, and says why if it cannot") {
  test::FakeMachine machine;
  const Toolchain toolchain = machine.toolchain();
  Case args;
  args.assets = {{"models/f.pt", "f", {Model::Kind::function, "", "def jit_model(): pass"}}};
  const auto derive = [&] {
    return derive_models({&args},
                         {machine.compiler, machine.cache, machine.environment, QUERN_SOURCES, {}, &toolchain});
  };
  SUBCASE("it can") {
    CHECK(text_of(derive().files.at("models/f.pt")) == "made");
    CHECK(machine.compiler.started.back().program.filename() == "derive_model");
    CHECK(machine.compiler.started.back().environment.at("LD_LIBRARY_PATH") ==
          machine.environment.torch.libraries.string());
  }
  SUBCASE("it cannot") {
    machine.compiler.program_says = "no function 'jit_model'\n";
    const std::string reason = derive().impossible.at("models/f.pt");
    CHECK(reason.ends_with("no Python here has a torch: no function 'jit_model'"));
  }
}

TEST_SUITE_END();
