// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/env_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/cli/commands/env_fetch_action.hpp"
#include "harness/cli/commands/env_probe_action.hpp"
#include "harness/cli/options/settings_options.hpp"
#include "harness/environment/environment_spec.hpp"
#include "harness/environment/fetch/fetched.hpp"
#include "harness/environment/fetch/place.hpp"
#include "harness/model/document_text.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/settings/settings_edit.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

struct EnvOptions {
  CLI::App* add = nullptr;  // the action
  EnvironmentSpec added;
  std::vector<std::string> set;
  bool json = false;
  std::string into;
  EnvProbeOptions probe;
  EnvFetchOptions fetch;
  EnvRmOptions rm;
};

// What is not the source, in one line: `torch_root DIR, cxx P, …`.
std::string others(const EnvironmentSpec& spec) {
  std::vector<std::string> parts;
  if (!spec.torch_root.empty()) parts.push_back("torch_root " + spec.torch_root);
  if (!spec.launcher.empty()) parts.push_back(fmt::format("launcher {}", fmt::join(spec.launcher, " ")));
  if (!spec.cxx.empty()) parts.push_back("cxx " + spec.cxx);
  if (!spec.python.empty()) parts.push_back("python " + spec.python);
  for (const auto& [name, value] : spec.variables) parts.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

nlohmann::ordered_json to_json(const EnvironmentSpec& spec) {
  return {{"name", spec.name}, {"source", spec.source}, {"torch_root", spec.torch_root}, {"launcher", spec.launcher},
          {"cxx", spec.cxx},   {"python", spec.python}, {"variables", spec.variables}};
}

nlohmann::ordered_json to_json(const FetchedEnvironment& fetched) {
  nlohmann::ordered_json json = to_json(spec_of(fetched));
  json["torch_version"] = fetched.version;
  json["installation"] = to_string(fetched.kind);
  json["bytes"] = fetched.bytes;
  return json;
}

using Fetched = std::vector<FetchedEnvironment>;

ExitCode print_json(const std::vector<EnvironmentSpec>& environments, const Fetched& fetched, std::ostream& out) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const EnvironmentSpec& spec : environments) entries.push_back(to_json(spec));
  for (const FetchedEnvironment& environment : fetched) entries.push_back(to_json(environment));
  const nlohmann::ordered_json document = {{"schema", "quern.environments/1"}, {"environments", std::move(entries)}};
  out << document_text(document);
  return ExitCode::ok;
}

ExitCode run_list(const EnvOptions& options, const Settings& settings, Streams streams) {
  const std::vector<EnvironmentSpec>& environments = settings.environments();
  const fs::path place = options.into.empty() ? find_environments_place(current_environment()) : fs::path(options.into);
  const Fetched fetched = fetched_environments(place);
  if (options.json) return print_json(environments, fetched, streams.out);
  std::size_t width = 0;
  for (const EnvironmentSpec& spec : environments) width = std::max(width, spec.name.size());
  for (const FetchedEnvironment& environment : fetched) width = std::max(width, environment.name.size());
  for (const EnvironmentSpec& spec : environments) {
    const std::string more = others(spec);
    const std::string separator = spec.source.empty() || more.empty() ? "" : "  ";
    fmt::print(streams.out, "{:<{}}  {}{}{}\n", spec.name, width, printable(spec.source), separator, printable(more));
  }
  for (const FetchedEnvironment& environment : fetched)
    fmt::print(streams.out, "{:<{}}  {:>7}  {}\n", environment.name, width, size_text(environment.bytes),
               printable(environment.folder.string()));
  if (const std::uintmax_t unfinished = disk_use(downloads_folder(place)); unfinished > 0)
    fmt::print(streams.err, "{} of downloads are not finished; 'quern env rm --unfinished' removes them\n",
               size_text(unfinished));
  if (environments.empty() && fetched.empty())
    fmt::print(streams.err,
               "quern.yaml names no environments, and none was fetched; 'quern env add' and 'quern env "
               "fetch' make some\n");
  return ExitCode::ok;
}

// A path that was typed here, as it reads from the folder of quern.yaml. A program's name is one of PATH.
std::string seen_from(const fs::path& folder, const std::string& path) {
  if (path.empty() || fs::path(path).is_absolute()) return path;
  return (fs::current_path() / path).lexically_normal().lexically_relative(folder).string();
}

std::string seen_program(const fs::path& folder, const std::string& program) {
  if (program.find('/') == std::string::npos) return program;
  const std::string seen = seen_from(folder, program);
  return seen.find('/') == std::string::npos ? "./" + seen : seen;
}

void set_variables(const std::vector<std::string>& settings, EnvironmentSpec& spec) {
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw Error(ErrorKind::usage, fmt::format("'{}' sets no variable", setting), "give --set NAME=VALUE");
    const std::string name = setting.substr(0, equals);
    if (const std::string reason = refused_variable(name); !reason.empty()) throw Error(ErrorKind::usage, reason);
    spec.variables[name] = setting.substr(equals + 1);
  }
}

ExitCode run_add(const EnvOptions& options, const Settings& settings, Streams streams) {
  EnvironmentSpec spec = options.added;
  if (!is_environment_name(spec.name))
    throw Error(ErrorKind::usage, fmt::format("'{}' cannot be the name of an environment", spec.name),
                "use letters, digits, '.', '_' and '-'");
  set_variables(options.set, spec);
  EnvironmentSpec nothing;
  nothing.name = spec.name;
  if (spec == nothing)
    throw Error(ErrorKind::usage, fmt::format("nothing is said of environment '{}'", spec.name),
                "give --source, --torch-root, --cxx, --python or --set");
  fs::path file = settings.own_file();
  if (file.empty()) file = fs::current_path() / "quern.yaml";
  spec.torch_root = seen_from(file.parent_path(), spec.torch_root);
  spec.cxx = seen_program(file.parent_path(), spec.cxx);
  spec.python = seen_program(file.parent_path(), spec.python);
  add_environment(file, spec);
  fmt::print(streams.err, "added '{}' to {}\n", spec.name, printable(fs::relative(file).string()));
  return ExitCode::ok;
}

void add_list_action(CLI::App& command, EnvOptions& options) {
  CLI::App* list =
      command.add_subcommand("list", "List the environments that quern.yaml names, and those that were fetched");
  list->add_flag("--json", options.json, "Print one JSON document (quern.environments/1)");
  list->add_option("--into", options.into, "Where environments were fetched to")->type_name("DIR");
}

// Its options describe what is written: neither variables nor quern.yaml fill them.
void add_add_action(CLI::App& command, EnvOptions& options) {
  CLI::App* add = command.add_subcommand("add", "Add an environment to the nearest quern.yaml, or to a new one here");
  add->add_option("NAME", options.added.name, "What it is called")->required();
  add->add_option("--source", options.added.source, "A shell command, run in quern.yaml's folder, that leads there")
      ->type_name("CMD");
  add->add_option("--torch-root", options.added.torch_root, "A folder with LibTorch's include and lib")
      ->type_name("DIR");
  add->add_option("--cxx", options.added.cxx, "The compiler: a name in PATH or a path")->type_name("PROGRAM");
  add->add_option("--python", options.added.python, "The interpreter: a name in PATH or a path")->type_name("PROGRAM");
  add->add_option("--set", options.set, "A variable to set; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  options.add = add;
}

}  // namespace

Command add_env_command(CLI::App& app) {
  auto options = std::make_shared<EnvOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("env", "List, add, try, fetch or remove environments");
  command->require_subcommand(1);
  add_list_action(*command, *options);
  add_add_action(*command, *options);
  add_probe_action(*command, options->probe);
  add_fetch_action(*command, options->fetch);
  add_rm_action(*command, options->rm);
  command->footer(
      "Examples:\n"
      "  quern env list\n"
      "  quern env add pr --source 'source envs/pr/bin/activate'\n"
      "  quern env probe 'source envs/pr/bin/activate'\n"
      "  quern env fetch --cpp 2.6.0\n"
      "  quern env add nightly --torch-root ~/libtorch --cxx g++");
  return {command, [options, command](const Settings& settings, Streams streams) {
            if (command->get_subcommand("probe")->parsed()) return run_env_probe(options->probe, settings, streams);
            if (command->get_subcommand("fetch")->parsed()) return run_env_fetch(options->fetch, streams);
            if (command->get_subcommand("rm")->parsed()) return run_env_rm(options->rm, streams);
            return options->add->parsed() ? run_add(*options, settings, streams)
                                          : run_list(*options, settings, streams);
          }};
}

}  // namespace quern
