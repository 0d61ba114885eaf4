// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/env_probe_action.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/printable.hpp"
#include "harness/cli/options/measuring_options.hpp"
#include "harness/measure/env_probe.hpp"
#include "harness/model/document_text.hpp"
#include "harness/model/run_json.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/progress.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

// LibTorch's own libraries; the rest is the system's.
bool is_of_torch(const Library& library) {
  return library.file.find("torch") != std::string::npos || library.file.starts_with("libc10") ||
         library.file.find("cuda") != std::string::npos;
}

bool has_cuda(const Fingerprint& fingerprint) {
  return fingerprint.build.find("CUDA Runtime") != std::string::npos ||
         fingerprint.build.find("USE_CUDA=ON") != std::string::npos ||
         fingerprint.build.find("USE_CUDA=1") != std::string::npos;
}

void line(std::ostream& out, const char* what, const std::string& value) {
  fmt::print(out, "{:<12}  {}\n", what, value.empty() ? "-" : printable(value));
}

void write_libraries(const Fingerprint& fingerprint, std::ostream& out) {
  fmt::print(out, "libraries\n");
  std::size_t others = 0;
  for (const Library& library : fingerprint.libraries) {
    if (!is_of_torch(library)) {
      ++others;
      continue;
    }
    fmt::print(out, "  {:<20}  {:>6.1f} MB  {}\n    {}\n", printable(library.file),
               static_cast<double>(library.size) / 1e6,
               library.build_id.empty() ? "no build-id" : "build-id " + library.build_id, printable(library.path));
  }
  fmt::print(out, "  and {} others (--json lists them)\n", others);
}

void write_text(const ProbeReport& report, std::ostream& out) {
  const Environment& environment = report.environment;
  const Fingerprint& fingerprint = report.fingerprint;
  line(out, "environment", environment.name);
  if (environment.source != environment.name) line(out, "source", environment.source);
  if (environment.no_cpp.empty()) {
    line(out, "LibTorch",
         fmt::format("{} in {}, {} C++ ABI", environment.torch.version, environment.torch.libraries.string(),
                     environment.torch.cxx11_abi ? "new" : "old"));
  } else {
    line(out, "LibTorch", "none for C++: " + environment.no_cpp);
  }
  if (environment.python)
    line(out, "Python",
         fmt::format("{} with torch {} ({})", environment.python->python_version, environment.python->version,
                     environment.python->python.string()));
  else
    line(out, "Python", "none: " + environment.no_python);
  line(out, "torch git", fingerprint.torch_git.value_or(""));
  line(out, "compiler", fmt::format("{} ({})", environment.cxx.name(), environment.cxx.program.string()));
  line(out, "Valgrind", environment.valgrind.version);
  line(out, "CUDA", has_cuda(fingerprint) ? "in the build; only the CPU is measured" : "no");
  line(out, "build", fingerprint.build);
  write_libraries(fingerprint, out);
  for (const Canary& canary : report.canaries)
    fmt::print(out, "{} canary  {}\n", canary.language == Language::cpp ? "C++   " : "Python",
               canary.problem.empty() ? "compiles and runs" : "fails: " + printable(canary.problem));
}

void write_json(const ProbeReport& report, std::ostream& out) {
  Json canaries = Json::array();
  for (const Canary& canary : report.canaries)
    canaries.push_back({{"language", to_string(canary.language)},
                        {"runs", canary.problem.empty()},
                        {"problem", canary.problem.empty() ? Json(nullptr) : Json(valid_text(canary.problem))}});
  const Json document = {{"schema", "quern.probe/1"},
                         {"environment", fingerprint_json(report.fingerprint)},
                         {"cuda", has_cuda(report.fingerprint)},
                         {"canaries", std::move(canaries)}};
  out << document_text(document);
}

}  // namespace

void add_probe_action(CLI::App& command, EnvProbeOptions& options) {
  CLI::App* probe = command.add_subcommand("probe", "Look at an environment, and try whether it can be measured");
  probe->add_option("ENV", options.environment, "A name from quern.yaml or a shell command (default: where you are)");
  probe->add_option("--cxx", options.cxx, "Compiler of the snippets (default: clang++, else g++)")
      ->type_name("PROGRAM");
  probe->add_flag("--json", options.json, "Print one JSON document (quern.probe/1)");
}

ExitCode run_env_probe(const EnvProbeOptions& options, const Settings& settings, Streams streams) {
  remember_interrupts();
  const EnvironmentSpec spec = settings.environment(options.environment);
  Progress progress(streams.err, progress_style(false, STDERR_FILENO), 0);
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  const RunContext context{*runner, current_environment(), resource_folder(),
                           [&](const std::string& phase) { progress.phase(phase); }, [](const CaseDone&) {}};
  RunOptions run_options;
  run_options.cxx = options.cxx;
  progress.phase("building and starting the workers");
  const ProbeReport report = probe_in_full(spec, run_options, context);
  progress.clear();
  (options.json ? write_json : write_text)(report, streams.out);
  const auto works = [](const Canary& canary) { return canary.problem.empty(); };
  return std::all_of(report.canaries.begin(), report.canaries.end(), works) ? ExitCode::ok : ExitCode::environment;
}

}  // namespace quern
