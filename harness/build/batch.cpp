// SPDX-License-Identifier: Apache-2.0
#include "harness/build/batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>

#include "harness/build/diagnostics.hpp"
#include "worker/protocol/definition_hash.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// The piece of a Code that a line of a file is in, if it is in one.
const Code::Span* find_span(const Code& code, const Origin& where) {
  const std::vector<Code::Span>& spans = code.spans();
  const auto all = static_cast<std::size_t>(std::count(code.text().begin(), code.text().end(), '\n')) + 1;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::size_t lines = (i + 1 < spans.size() ? spans[i + 1].first_line : all) - spans[i].first_line;
    const Origin& origin = spans[i].origin;
    if (origin.file == where.file && where.line >= origin.line && where.line < origin.line + static_cast<int>(lines))
      return &spans[i];
  }
  return nullptr;
}

const Code::Span* find_span(const TimerArgs& args, const Origin& where) {
  for (const Code* code : {&args.stmt, &args.setup, &args.global_setup})
    if (const Code::Span* span = find_span(*code, where)) return span;
  return nullptr;
}

bool wrote(const TimerArgs& args, const Origin& where) { return find_span(args, where) != nullptr; }

// Blocks lost their indentation on the way to the compiler.
Origin place_in_file(const TimerArgs& args, const Origin& where) {
  return {where.file, where.line, where.column + find_span(args, where)->origin.column - 1};
}

Failure compile_failure(const TimerArgs& args, const std::string& output) {
  Failure failure{"compile", "the compiler gives no message", to_string(args.definition), output};
  const std::vector<Diagnostic> all = parse_diagnostics(output);
  const auto error = std::find_if(all.begin(), all.end(), [](const Diagnostic& d) { return d.error; });
  if (error == all.end()) return failure;
  failure.message = error->message;
  // Deep inside a template, only a note says which line of the user's led there.
  const auto own = std::find_if(all.begin(), all.end(), [&](const Diagnostic& d) { return wrote(args, d.where); });
  if (own != all.end()) failure.where = to_string(place_in_file(args, own->where));
  return failure;
}

class BatchBuilder {
 public:
  BatchBuilder(Toolchain& toolchain, Cache& cache) : toolchain_(toolchain), cache_(cache) {}

  void build(std::vector<Snippet> snippets) {
    if (snippets.empty()) return;
    try {
      add(snippets);
    } catch (const NotCompiled& failed) {
      repair(std::move(snippets), failed.output);
    }
  }

  Batch take() { return std::move(batch_); }

 private:
  void add(const std::vector<Snippet>& snippets) {
    const std::string source = snippet_source(snippets);
    const std::vector<std::string> folders = include_folders(snippets);
    const std::string key = hash_fields({toolchain_.fingerprint(), source, fmt::format("{}", fmt::join(folders, ":"))});
    batch_.entries.push_back(cache_.entry("snippets", key, [&](const fs::path& folder) {
      std::ofstream file(folder / "snippets.cpp", std::ios::binary);
      file << source << std::flush;
      if (!file) throw fs::filesystem_error("write", folder, std::error_code(errno, std::generic_category()));
      Compiled compiled = toolchain_.compile_snippets(folder / "snippets.cpp", folder / "snippets.so", folders);
      if (!compiled.ok) throw NotCompiled{compiled.output};
      return std::move(compiled.inputs);
    }));
    batch_.objects.push_back(batch_.entries.back().path / "snippets.so");
  }

  // Those that the compiler names are tried alone, first in their plain form; the others stay together.
  void repair(std::vector<Snippet> snippets, const std::string& output) {
    if (snippets.size() == 1) {
      repair_single(snippets.front(), output);
      return;
    }
    const std::vector<Diagnostic> diagnostics = parse_diagnostics(output);
    const auto suspect = [&](const Snippet& snippet) {
      return std::any_of(diagnostics.begin(), diagnostics.end(),
                         [&](const Diagnostic& diagnostic) { return wrote(*snippet.args, diagnostic.where); });
    };
    auto middle =
        std::stable_partition(snippets.begin(), snippets.end(), [&](const Snippet& s) { return !suspect(s); });
    const bool told_apart = middle != snippets.end() && middle != snippets.begin();
    if (!told_apart) middle = snippets.begin() + static_cast<std::ptrdiff_t>(snippets.size() / 2);
    build({snippets.begin(), middle});
    if (!told_apart)
      build({middle, snippets.end()});
    else
      for (; middle != snippets.end(); ++middle) build({*middle});
  }

  void repair_single(Snippet snippet, const std::string& output) {
    if (snippet.form == Snippet::Form::kept) {
      snippet.form = Snippet::Form::plain;
      build({snippet});
    } else {
      batch_.failures.emplace(snippet.symbol, compile_failure(*snippet.args, output));
    }
  }

  Toolchain& toolchain_;
  Cache& cache_;
  Batch batch_;
};

}  // namespace

Batch build_batch(const std::vector<const TimerArgs*>& cases, Toolchain& toolchain, Cache& cache) {
  std::map<std::string, std::vector<Snippet>> by_global;
  std::set<std::string> seen;
  for (const TimerArgs* args : cases) {
    const std::string symbol = snippet_symbol(*args);
    if (seen.insert(symbol).second) by_global[args->global_setup.text()].push_back({symbol, args, Snippet::Form::kept});
  }
  BatchBuilder builder(toolchain, cache);
  for (auto& [global, snippets] : by_global) {
    // By symbol: the order of the suite and the choice of cases leave the source of a given set as it is.
    std::sort(snippets.begin(), snippets.end(), [](const Snippet& a, const Snippet& b) { return a.symbol < b.symbol; });
    builder.build(snippets);
  }
  return builder.take();
}

}  // namespace quern
