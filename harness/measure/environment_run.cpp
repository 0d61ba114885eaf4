// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/environment_run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "expand/version_range.hpp"
#include "harness/environment/elf.hpp"
#include "harness/environment/source_command.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/model/metrics.hpp"
#include "harness/model/unpinned.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNoBackward =
    "backward() leaves threads behind here, or cannot be used after a fork (a device, or LibTorch before 1.12): "
    "servers do "
    "not warm it up, and each case starts autograd by itself";

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// Why a case is not measured in this environment, if it is not.
std::optional<Failure> reason_to_skip(const Case& args, const Environment& environment) {
  const std::string where = to_string(args.definition);
  if (operator_of(args) != nullptr)
    return Failure{FailureKind::unsupported, "operators are expanded, but not measured yet", where, ""};
  const bool cpp = args.language == Language::cpp;
  if (cpp && !environment.no_cpp.empty())
    return Failure{FailureKind::environment, fmt::format("no LibTorch for C++: {}", environment.no_cpp), where, ""};
  if (!cpp && !environment.python)
    return Failure{FailureKind::environment, fmt::format("no torch for Python: {}", environment.no_python), where, ""};
  const std::string& found = cpp ? environment.torch.version : environment.python->version;
  const Version torch = parse_version(found).value_or(Version{});
  for (const std::string& requirement : args.requires_) {
    if (requirement == "cuda")
      return Failure{FailureKind::requirement, "needs CUDA, which is not measured yet", where, ""};
    if (!parse_version_range(requirement)->contains(torch))
      return Failure{FailureKind::requirement, fmt::format("needs torch {}", requirement), where, ""};
  }
  return std::nullopt;
}

// Where the loader looks in this environment. What is relative or not there cannot help it.
std::vector<fs::path> library_folders(const std::map<std::string, std::string>& variables) {
  std::vector<fs::path> folders;
  const auto found = variables.find("LD_LIBRARY_PATH");
  std::istringstream list(found == variables.end() ? std::string{} : found->second);
  std::error_code ignored;
  for (std::string folder; std::getline(list, folder, ':');)
    if (fs::path(folder).is_absolute() && fs::is_directory(folder, ignored)) folders.emplace_back(folder);
  return folders;
}

// Workers are started without a look at PATH.
std::vector<std::string> found_launcher(const ProcessRunner& runner, const EnvironmentSpec& spec,
                                        const std::map<std::string, std::string>& variables) {
  std::vector<std::string> launcher = spec.launcher;
  if (launcher.empty() || launcher.front().find('/') != std::string::npos) return launcher;
  const auto path = variables.find("PATH");
  launcher.front() = runner.find_program(launcher.front(), path == variables.end() ? "/usr/bin:/bin" : path->second);
  if (launcher.front().empty())
    throw Error(ErrorKind::environment, fmt::format("the launcher '{}' is not in PATH", spec.launcher.front()),
                "give its path");
  return launcher;
}

// Of a failure that says something about the case in this build. One of the machinery stays one.
bool is_of_build(const Failure& failure) {
  constexpr std::array<FailureKind, 4> kKinds = {FailureKind::compile, FailureKind::model, FailureKind::exception,
                                                 FailureKind::crash};
  return std::find(kKinds.begin(), kKinds.end(), failure.kind) != kKinds.end();
}

Library describe_library(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return {file.filename().string(), build_id(file), error ? 0 : size, file.string()};
}

}  // namespace

EnvironmentRun::EnvironmentRun(const std::vector<Case>& cases, const EnvironmentPart& part, const RunOptions& options,
                               const RunContext& context)
    : cases_(cases),
      spec_(part.spec),
      number_(part.number),
      options_(options),
      context_(context),
      cache_(default_cache_root(context.variables), context.on_phase) {
  run_.started = now();
  run_.commit = context.commit;
  run_.build_key = options.build_key;
  run_.selection = options.selection;
}

void EnvironmentRun::probe() {
  const Sourced sourced = source(context_.runner, spec_, context_.variables);
  for (const std::string& name : sourced.ignored)
    context_.on_phase(fmt::format("{} of environment '{}' is not taken over", name, spec_.name));
  for (const std::string& name : sourced.left_behind)
    run_.notes.push_back(
        fmt::format("{} of where quern was started does not reach environment '{}'", name, spec_.name));
  environment_ =
      probe_environment(context_.runner, sourced.variables,
                        {spec_.cxx.empty() ? options_.cxx : spec_.cxx, spec_.python, !spec_.names_a_place()});
  environment_.name = spec_.name;
  environment_.source = spec_.source;
  environment_.variables = spec_.variables;
  environment_.launcher = found_launcher(context_.runner, spec_, sourced.variables);
  environment_.search = library_folders(sourced.variables);
  describe_probed();
  classify();
}

void EnvironmentRun::classify() {
  for (const Case& args : cases_) {
    if (std::optional<Failure> reason = reason_to_skip(args, environment_))
      add({&args, Status::skipped, {}, std::move(reason), 0});
    else
      selected_.push_back(&args);
  }
  require_one();
}

// A run in which the environment has nothing for any case would look like a success.
void EnvironmentRun::require_one() const {
  const auto lacks = [](const CaseResult& result) {
    return result.failure && result.failure->kind == FailureKind::environment;
  };
  const auto reason = std::find_if(run_.cases.begin(), run_.cases.end(), lacks);
  if (selected_.empty() && reason != run_.cases.end())
    throw Error(ErrorKind::environment, reason->failure->message, "'quern env probe' tells what is there");
}

void EnvironmentRun::require_measured() const {
  if (run_.interrupted || run_.cases.empty()) return;
  const auto of_environment = [](const CaseResult& result) {
    return result.status == Status::skipped || (result.failure && result.failure->kind == FailureKind::server);
  };
  if (!std::all_of(run_.cases.begin(), run_.cases.end(), of_environment)) return;
  throw Error(ErrorKind::environment, fmt::format("nothing was measured: {}", run_.cases.front().failure->message),
              "a comparison needs numbers of both sides");
}

std::vector<CaseQueue> EnvironmentRun::build() {
  if (selected_.empty()) return {};
  builder_ = std::make_unique<QueueBuilder>(QueueBuilder::Parts{
      environment_, options_, context_, cache_, [this](CaseResult result) { add(std::move(result)); }, spec_.layout});
  std::vector<CaseQueue> queues = builder_->build(selected_);
  run_.environment.flags = builder_->flags();
  return queues;
}

void EnvironmentRun::note(const MeasureSummary& summary) {
  run_.interrupted = summary.interrupted;
  run_.stable = summary.stable;
  run_.notes.insert(run_.notes.end(), summary.notes.begin(), summary.notes.end());
}

// What the servers found; those of two languages load the same libraries, and each some of its own.
void EnvironmentRun::describe(const Hello& hello) {
  if (hello.torch_version.empty()) return;
  Fingerprint& fingerprint = run_.environment;
  fingerprint.build = hello.config;
  fingerprint.guest_cpu = hello.cpu;
  if (!hello.python.empty()) fingerprint.python = hello.python;
  if (!hello.git.empty()) fingerprint.torch_git = hello.git;
  for (const std::string& pin : hello.unpinned)
    if (fingerprint.pinned.emplace(pin, kUnpinned).second) run_.notes.push_back(unpinned_sentence(pin));
  if (!hello.left_out.empty() && std::find(run_.notes.begin(), run_.notes.end(), kNoBackward) == run_.notes.end())
    run_.notes.emplace_back(kNoBackward);
  for (const std::string& file : hello.libraries)
    if (libraries_.insert(file).second) fingerprint.libraries.push_back(describe_library(file));
}

void EnvironmentRun::describe_probed() {
  Fingerprint& fingerprint = run_.environment;
  fingerprint.name = environment_.name;
  fingerprint.source = environment_.source;
  fingerprint.torch_version = environment_.no_cpp.empty() ? environment_.torch.version : environment_.python->version;
  fingerprint.cxx11_abi = environment_.torch.cxx11_abi;
  fingerprint.installation = to_string(environment_.installation);
  fingerprint.compiler = environment_.cxx.name();
  fingerprint.valgrind = environment_.valgrind.version;
  fingerprint.glibc = environment_.glibc;
  fingerprint.allocator = options_.allocator;
  fingerprint.pinned = pinned_settings();
  for (const auto& [name, value] : environment_.variables) fingerprint.pinned[name] = value;
}

void EnvironmentRun::add(CaseResult result) {
  // The worker counts some of them whether they are asked for or not.
  const auto is_not_asked_for = [this](const auto& entry) {
    const std::string word(asked_by(entry.first));
    return !word.empty() && !options_.wants(word);
  };
  if (result.measurement) std::erase_if(result.measurement->values, is_not_asked_for);
  if (options_.backtesting && result.status == Status::failed && is_of_build(*result.failure))
    result.status = Status::skipped;
  context_.on_result({number_, run_, result});
  run_.cases.push_back(std::move(result));
}

// Results came as they were done; people and documents want the suite's order.
Run EnvironmentRun::finish() {
  const Case* const first = cases_.data();
  std::sort(run_.cases.begin(), run_.cases.end(),
            [first](const CaseResult& a, const CaseResult& b) { return a.args - first < b.args - first; });
  run_.duration_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (builder_) cache_.shrink(options_.cache_bytes);
  return std::move(run_);
}

}  // namespace quern
