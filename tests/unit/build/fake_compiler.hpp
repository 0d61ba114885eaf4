// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/build/toolchain.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern::test {

/// A compiler that finds fault with what is marked: BAD everywhere, VOID where its value is used, DEEP inside a header
/// (only a note names the user's line), MUTE without saying where. It follows `#line`, as real ones do.
class FakeCompiler : public ProcessRunner {
 public:
  std::vector<ChildSpec> started;
  std::vector<std::string> sources;     // of the snippets, in the order in which they came
  std::set<std::string> bad_standards;  // `-std=c++17`: LibTorch's headers do not take it
  ChildExit snippets_end = {};
  std::string program_says;  // one that it made complains and fails

  [[nodiscard]] ChildExit run(const ChildSpec& spec, std::chrono::milliseconds /*timeout*/) override {
    started.push_back(spec);
    const std::vector<std::string>& arguments = spec.arguments;
    const std::string output = arguments.back();
    const bool standard_is_bad =
        std::any_of(arguments.begin(), arguments.end(), [this](const auto& a) { return bad_standards.contains(a); });
    const bool snippets = output.ends_with("snippets.so");
    const std::string complaints = standard_is_bad ? "torch.h:1:1: error: this standard is not for us\n"
                                   : snippets      ? compile(arguments[arguments.size() - 3])
                                   : spec.program.filename() == "derive_model" ? program_says
                                                                               : "";
    std::ofstream(spec.output_log) << complaints;
    if (!complaints.empty()) return {ChildExit::How::exited, 1};
    std::ofstream(output) << "made";
    return snippets ? snippets_end : ChildExit{};
  }

  [[nodiscard]] std::filesystem::path find_program(const std::string& /*name*/,
                                                   const std::string& /*path*/) const override {
    return {};
  }

  /// The arguments of the child that made `file`.
  [[nodiscard]] std::vector<std::string> arguments_for(const std::string& file) const {
    for (const ChildSpec& spec : started)
      if (spec.arguments.back().ends_with(file)) return spec.arguments;
    return {};
  }

 private:
  std::string compile(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    sources.push_back(text.str());
    std::istringstream lines(text.str());
    std::string complaints;
    std::string place;
    int number = 0;
    bool used = false;
    for (std::string line; std::getline(lines, line); ++number) {
      if (line.starts_with("#line ")) {
        number = std::stoi(line.substr(6)) - 1;
        place = line.substr(line.find('"') + 1);
        place.pop_back();
      } else {
        used = line == "(" || (used && !line.starts_with(")"));
        complaints += complain(line, place + ":" + std::to_string(number), used);
      }
    }
    return complaints;
  }

  static std::string complain(const std::string& line, const std::string& place, bool used) {
    const auto at = [&](const char* mark) { return place + ":" + std::to_string(line.find(mark) + 1); };
    const auto has = [&](const char* mark) { return line.find(mark) != std::string::npos; };
    if (has("BAD")) return at("BAD") + ": error: BAD is not good\n";
    if (has("VOID") && used) return at("VOID") + ": error: void value not ignored\n";
    if (has("DEEP")) return "torch.h:99:1: error: no matching call\n" + at("DEEP") + ": note: requested here\n";
    return has("MUTE") ? "linker: something is wrong\n" : "";
  }
};

/// A toolchain made of it, in a cache of its own.
struct FakeMachine {
  explicit FakeMachine(const std::string& family = "clang") {
    environment.torch = {folder.path() / "include", folder.path() / "lib", "1.13.1", true};
    environment.cxx = {"/fake/compiler", family, "14.0.6"};
  }

  Toolchain toolchain() { return Toolchain({driver, cache, environment, worker()}); }

  const WorkerLibraries& worker() {
    if (!worker_) worker_ = std::make_unique<WorkerLibraries>(driver, cache);
    return *worker_;
  }

  TemporaryFolder folder;
  FakeCompiler compiler;
  Cache cache{folder.path() / "cache"};
  Environment environment;
  CompilerDriver driver{compiler, environment.cxx, QUERN_SOURCES};

 private:
  std::unique_ptr<WorkerLibraries> worker_;
};

}  // namespace quern::test
