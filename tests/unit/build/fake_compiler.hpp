// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/build/toolchain.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern::test {

/// A compiler that finds fault with what is marked: BAD everywhere, FIXED where its value is kept, `break` in a
/// question, DEEP inside a header (only a note names the user's line), MUTE without saying where. It follows `#line`
/// and
/// `#include "…"` as real ones do, and tells what it read.
class FakeCompiler : public ProcessRunner {
 public:
  std::vector<ChildSpec> started;
  std::vector<std::string> sources;  // of the snippets, in the order in which they came
  std::vector<std::string> questions;
  std::string tree;                     // the answer to questions
  std::set<std::string> bad_standards;  // `-std=c++17`: LibTorch's headers do not take it
  ChildExit snippets_end = {};
  std::string program_says;     // one that it made complains and fails
  std::set<std::string> reads;  // beside the sources and what they include
  std::string links;            // what the linker says
  std::function<void()> on_compile = [] {};

  [[nodiscard]] ChildExit run(const ChildSpec& spec, std::chrono::milliseconds /*timeout*/) override {
    const std::vector<std::string>& arguments = spec.arguments;
    if (is_question(arguments.front())) return answer(spec);
    started.push_back(spec);
    on_compile();
    const std::string output = arguments.back();
    const bool standard_is_bad =
        std::any_of(arguments.begin(), arguments.end(), [this](const auto& a) { return bad_standards.contains(a); });
    const bool snippets = output.ends_with("snippets.so");
    const bool question = output.ends_with("question.cpp");
    const std::string complaints = standard_is_bad ? "torch.h:1:1: error: this standard is not for us\n"
                                   : question      ? compile(output, questions)
                                   : snippets      ? compile(arguments[arguments.size() - 3], sources)
                                   : spec.program.filename() == "derive_model" ? program_says
                                                                               : "";
    std::ofstream(spec.output_log) << complaints + (has(arguments, "-Wl,-t") ? links : "");
    if (!complaints.empty() || !tell_what_is_read(arguments)) return {ChildExit::How::exited, 1};
    if (question) std::ofstream(spec.output_log) << tree;
    if (!question) std::ofstream(output) << "made";
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
  static bool has(const std::vector<std::string>& arguments, const std::string& wanted) {
    return std::find(arguments.begin(), arguments.end(), wanted) != arguments.end();
  }

  static bool is_question(const std::string& argument) {
    return argument == "--version" || argument == "-E" || argument.starts_with("-print-prog-name=");
  }

  static ChildExit answer(const ChildSpec& spec) {
    std::ofstream(spec.output_log) << "";
    return {};
  }

  // In the file that -MF names, as make's prerequisites; false if a source is not there.
  [[nodiscard]] bool tell_what_is_read(const std::vector<std::string>& arguments) const {
    const auto option = std::find(arguments.begin(), arguments.end(), "-MF");
    if (option == arguments.end()) return true;
    std::set<std::string> files = reads;
    std::vector<std::string> folders;
    for (const std::string& argument : arguments)
      if (argument.starts_with("-iquote")) folders.push_back(argument.substr(7));
    for (const std::string& argument : arguments)
      if (argument.ends_with(".c") || argument.ends_with(".cpp")) {
        if (!std::filesystem::exists(argument)) return false;
        add_included(argument, folders, files);
      }
    std::ofstream stream(*(option + 1));
    stream << "quern:";
    for (const std::string& file : files) stream << " \\\n  " << file;
    return true;
  }

  static void add_included(const std::filesystem::path& file, const std::vector<std::string>& folders,
                           std::set<std::string>& files) {
    if (!files.insert(file.string()).second) return;
    std::vector<std::string> places = {file.parent_path().string()};
    places.insert(places.end(), folders.begin(), folders.end());
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
      if (line.starts_with("#include \""))
        for (const std::string& place : places)
          if (const std::filesystem::path found = place / std::filesystem::path(line.substr(10, line.size() - 11));
              std::filesystem::exists(found)) {
            add_included(found, folders, files);
            break;
          }
  }

  static std::string compile(const std::string& file, std::vector<std::string>& seen) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    seen.push_back(text.str());
    const bool question = text.str().find("quern_question") != std::string::npos;
    std::istringstream lines(text.str());
    std::string complaints;
    std::string place;
    int number = 0;
    for (std::string line; std::getline(lines, line); ++number) {
      if (line.starts_with("#line ")) {
        number = std::stoi(line.substr(6)) - 1;
        place = line.substr(line.find('"') + 1);
        place.pop_back();
      } else {
        complaints += complain(line, place + ":" + std::to_string(number), question);
      }
    }
    return complaints;
  }

  static std::string complain(const std::string& line, const std::string& place, bool question) {
    const auto at = [&](const char* mark) { return place + ":" + std::to_string(line.find(mark) + 1); };
    const auto has = [&](const char* mark) { return line.find(mark) != std::string::npos; };
    if (has("BAD")) return at("BAD") + ": error: BAD is not good\n";
    if (has("FIXED") && has("quern_kept;") && !has("::quern::Kept")) return at("FIXED") + ": error: cannot be kept\n";
    if (has("break") && question) return at("break") + ": error: 'break' statement not in loop or switch statement\n";
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
