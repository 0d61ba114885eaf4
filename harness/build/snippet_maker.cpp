// SPDX-License-Identifier: Apache-2.0
#include "harness/build/snippet_maker.hpp"

#include <cerrno>
#include <fstream>
#include <optional>

#include "harness/build/compile_failure.hpp"
#include "harness/build/snippet_source.hpp"
#include "harness/build/statement_tree.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSource = "snippets.cpp";
constexpr const char* kQuestion = "question.cpp";
constexpr const char* kNotes = "notes";

constexpr const char* kNotKept =
    "results are not kept alive: the form that keeps them does not compile; use quern::keep on what must be computed";
constexpr const char* kBlocksNotKept =
    "results in blocks and loops are not kept alive with this compiler: use quern::keep on what must be computed";

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream) throw fs::filesystem_error("write", file, std::error_code(errno, std::generic_category()));
}

class SnippetMaker {
 public:
  SnippetMaker(const Case& args, const Toolchain& toolchain, const fs::path& folder)
      : args_(args), toolchain_(toolchain), folder_(folder), form_(analyse_statement(mapped_statement(args))) {}

  Inputs make() {
    if (!form_.way_out.empty()) throw NotMade{left_by(args_, form_.way_out)};
    if (form_.jumps || (!form_.certain && toolchain_.clang())) ask();
    if (!compile(form_.kept).ok) make_otherwise();
    if (form_.blocks && !tree_) notes_ += kBlocksNotKept + std::string("\n");
    write_file(folder_ / kNotes, notes_);
    return std::move(inputs_);
  }

 private:
  // The text was misread, or a value is of a kind that cannot be kept, or the code is wrong.
  void make_otherwise() {
    if (!asked_ && toolchain_.clang()) {
      ask();
      if (compile(form_.kept).ok) return;
    }
    const Compiled plain = compile({});
    if (!plain.ok) throw NotMade{compile_failure(args_, plain.output)};
    if (!form_.kept.empty()) notes_ += kNotKept + std::string("\n");
  }

  Compiled compile(const KeptForm& kept) {
    write_file(folder_ / kSource, snippet_source(args_, kept));
    Compiled compiled = toolchain_.compile_snippets(folder_ / kSource, folder_ / kSnippetObject, folders_);
    if (compiled.ok) inputs_ = std::move(compiled.inputs);
    return compiled;
  }

  // What the statements are, and whether they can be left.
  void ask() {
    asked_ = true;
    const Question question = question_about(args_);
    write_file(folder_ / kQuestion, question.source);
    const Compiled answer = toolchain_.ask(folder_ / kQuestion, Question::kFunction, folders_);
    fs::remove(folder_ / kQuestion);
    if (!answer.ok) throw NotMade{question_failure(args_, answer.output)};
    if (!toolchain_.clang()) return;
    const std::string statement = mapped_statement(args_);
    std::optional<KeptForm> kept = read_statement_tree(answer.output, {statement, question.statement});
    tree_ = kept.has_value();
    if (kept) form_.kept = std::move(*kept);
  }

  const Case& args_;
  const Toolchain& toolchain_;
  const fs::path& folder_;
  std::vector<std::string> folders_ = include_folders(args_);
  StatementForm form_;
  bool asked_ = false;
  bool tree_ = false;  // the compiler told what the statements are
  std::string notes_;
  Inputs inputs_;
};

}  // namespace

Inputs make_snippet(const Case& args, const Toolchain& toolchain, const fs::path& folder) {
  return SnippetMaker(args, toolchain, folder).make();
}

std::vector<std::string> snippet_notes(const fs::path& folder) {
  std::vector<std::string> notes;
  std::ifstream stream(folder / kNotes);
  for (std::string line; std::getline(stream, line);) notes.push_back(line);
  return notes;
}

}  // namespace quern
