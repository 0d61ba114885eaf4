// SPDX-License-Identifier: Apache-2.0
#include "harness/runs/side_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "harness/runs/run_source.hpp"
#include "harness/store/run_store.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRun = "run:";
constexpr std::string_view kEnvironment = "env:";

using Environments = std::vector<EnvironmentSpec>;

SideSource measured(const std::string& text, const Environments& known) {
  return {text, resolve_environment(text, known)};
}

bool is_there(const fs::path& store) {
  std::error_code ignored;
  return fs::exists(store, ignored);
}

bool is_run(const std::string& text, const fs::path& store) {
  if (text.empty()) return false;
  return is_run_file(text) || (is_there(store) && RunStore(store, RunStore::Mode::read).find(text));
}

bool is_named_environment(const std::string& text, const Environments& known) {
  return text.empty() || text == EnvironmentSpec{}.name ||
         std::any_of(known.begin(), known.end(), [&](const EnvironmentSpec& spec) { return spec.name == text; });
}

[[noreturn]] void refuse(const std::string& text, const fs::path& store, const Environments& environments) {
  std::vector<std::string> names;
  if (is_there(store)) names = RunStore(store, RunStore::Mode::read).names();
  for (const EnvironmentSpec& spec : environments) names.push_back(spec.name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  throw Error(
      ErrorKind::usage, fmt::format("'{}' is neither a run nor an environment", text),
      suggest_or(
          text, known,
          "'quern runs list' and 'quern env list' tell what there is; a baseline is made by 'quern run --save NAME'"));
}

}  // namespace

SideSource side_source(const std::string& text, const fs::path& store, const Environments& environments) {
  if (text.starts_with(kRun)) return {text.substr(kRun.size()), std::nullopt};
  if (text.starts_with(kEnvironment)) return measured(text.substr(kEnvironment.size()), environments);
  const bool run = is_run(text, store);
  const bool named = is_named_environment(text, environments);
  if (run && named)
    throw Error(ErrorKind::usage, fmt::format("'{}' is both a run and an environment", text),
                fmt::format("write 'run:{0}' or 'env:{0}'", text));
  if (run) return {text, std::nullopt};
  if (named || text.find_first_of(" \t;&|") != std::string::npos) return measured(text, environments);
  refuse(text, store, environments);
}

}  // namespace quern
