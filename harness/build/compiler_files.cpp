// SPDX-License-Identifier: Apache-2.0
#include "harness/build/compiler_files.hpp"

#include <chrono>
#include <filesystem>
#include <sstream>

#include "base/file.hpp"
#include "harness/build/dependencies.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kAnswerTimeout{30};

}  // namespace

std::string CompilerFiles::ask(const fs::path& program, const std::vector<std::string>& arguments,
                               const std::map<std::string, std::string>& variables) {
  const TemporaryFolder folder;
  std::map<std::string, std::string> all = {{"PATH", kCompilerPath}, {"LC_ALL", "C"}};
  all.insert(variables.begin(), variables.end());
  static_cast<void>(runner_.run({program, arguments, all, folder.path() / "log"}, kAnswerTimeout));
  return try_read_file(folder.path() / "log").value_or("");
}

// The loader lists libraries instead of starting a program: `name => /path (address)`, or `/path (address)`.
void CompilerFiles::add_program(const fs::path& program, std::set<std::string>& files) {
  std::error_code ignored;
  if (!fs::is_regular_file(program, ignored)) return;
  files.insert(program.string());
  std::istringstream words(ask(program, {"--version"}, {{"LD_TRACE_LOADED_OBJECTS", "1"}}));
  for (std::string word; words >> word;)
    if (word.starts_with('/') && fs::is_regular_file(word, ignored)) files.insert(word);
}

const std::set<std::string>& CompilerFiles::programs() {
  const std::lock_guard hold(mutex_);
  if (programs_) return *programs_;
  std::set<std::string> files;
  add_program(cxx_.program, files);
  for (const char* name : {"cc1plus", "cc1", "as", "collect2", "ld"}) {
    std::string found = ask(cxx_.program, {std::string("-print-prog-name=") + name});
    found.erase(found.find_last_not_of('\n') + 1);
    add_program(found.starts_with('/') ? fs::path(found) : runner_.find_program(name, kCompilerPath), files);
  }
  return programs_.emplace(std::move(files));
}

const std::vector<std::string>& CompilerFiles::folders(const std::string& language) {
  const std::lock_guard hold(mutex_);
  if (const auto known = folders_.find(language); known != folders_.end()) return known->second;
  return folders_[language] = parse_search_folders(ask(cxx_.program, {"-E", "-v", "-x", language, "/dev/null"}));
}

}  // namespace quern
