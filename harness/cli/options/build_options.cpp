// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/options/build_options.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/compare/limit.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/release_builds.hpp"

namespace quern {

namespace {

// NOLINTNEXTLINE(readability-function-size): flag table
void add_release_options(CLI::App& command, BuildOptions& options) {
  command
      .add_option("--releases", options.releases,
                  "Official releases: versions (2.6.0), minor versions (2.6) and ranges (1.0..2.15)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("RANGE,...");
  command.add_option("--patch", options.patch, "Of each minor version in a range: latest or all patch releases")
      ->check(CLI::IsMember({"latest", "all"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--installation", options.installation,
                  "Of releases: full, or cpp, the C++ part alone; auto: cpp if no case needs Python")
      ->check(CLI::IsMember({"auto", "full", "cpp"}))
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--python", options.pythons, "One more interpreter to fetch releases for; may be repeated")
      ->allow_extra_args(false)
      ->type_name("PROGRAM");
  command.add_option("--index", options.index, "The package index's address (default: what pip is configured for)")
      ->type_name("URL");
  command.add_option("--disk", options.disk, "The most that all fetched environments may take, as in 20G")
      ->transform(CLI::AsSizeValue(true))
      ->type_name("SIZE");
  command.add_flag("--keep", options.keep, "Do not remove a release that was fetched for this once it is measured");
  command.add_option("--allow", options.allow, "installation: compare full installations with C++ parts all the same")
      ->check(CLI::IsMember({"installation"}))
      ->allow_extra_args(false)
      ->type_name("NAME");
}

bool needs_python(const std::vector<Case>& cases) {
  return std::any_of(cases.begin(), cases.end(), [](const Case& args) { return args.language == Language::python; });
}

InstallationKind kind_of(const BuildOptions& options, const std::vector<Case>& cases) {
  if (options.installation == "auto") return needs_python(cases) ? InstallationKind::full : InstallationKind::cpp;
  return options.installation == "full" ? InstallationKind::full : InstallationKind::cpp;
}

// Where releases come from. Two indexes may have different files of the same name.
std::string origin_of(const BuildOptions& options, const std::map<std::string, std::string>& variables) {
  std::string origin = options.index;
  for (const char* name : {"PIP_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX"})
    if (const auto found = variables.find(name); found != variables.end() && options.index.empty())
      origin += fmt::format(" {}={}", name, found->second);
  return origin + fmt::format(" {}", fmt::join(options.pythons, " "));
}

}  // namespace

void add_build_options(CLI::App& command, BuildOptions& options) {
  // No extra arguments: in `--env a my.yaml` the file is the SUITE, not a second environment.
  command
      .add_option("--env", options.environments,
                  "A build, in the order of the list: a name from quern.yaml, or a shell command; once for each")
      ->allow_extra_args(false)
      ->type_name("ENV");
  add_release_options(command, options);
  command.add_option("--step", options.least_step, "Changes up to so much are no steps, as in 0.5% (default: none is)")
      ->type_name("PERCENT");
  command.add_flag("--fresh", options.fresh, "Measure what the store already has, too");
}

StepRule step_rule(const BuildOptions& options) {
  if (options.least_step.empty()) return {};
  const std::optional<Limit> limit = parse_limit(options.least_step);
  if (!limit || !limit->percent || limit->absolute)
    throw Error(ErrorKind::usage, fmt::format("'{}' is no share of a count", options.least_step),
                "give a percentage: --step 0.5%");
  return {*limit->percent / 100};
}

NamedBuilds::NamedBuilds(const BuildOptions& options, const Settings& settings, const std::vector<Case>& cases,
                         std::ostream& err)
    : runner_(make_process_runner()) {
  if (!options.releases.empty() && !options.environments.empty())
    throw Error(ErrorKind::usage, "--releases and --env exclude each other",
                "'quern env fetch' makes environments of releases, which --env can name");
  if (options.releases.empty()) {
    std::vector<EnvironmentSpec> environments;
    for (const std::string& text : options.environments) environments.push_back(settings.environment(text));
    source_ = builds_of(std::move(environments));
  } else {
    resolve_releases(options, cases, err);
  }
  if (source_.names.size() < 2)
    throw Error(ErrorKind::usage, "fewer than two builds: there is nothing to compare",
                "--env ENV names one, once for each; --releases A..B means official ones");
}

void NamedBuilds::resolve_releases(const BuildOptions& options, const std::vector<Case>& cases, std::ostream& err) {
  const std::map<std::string, std::string> variables = current_environment();
  // What is fetched while a build is measured must not write between the lines of that.
  const auto say = [&err, here = std::this_thread::get_id(), last = std::string()](const std::string& text) mutable {
    if (std::this_thread::get_id() != here) return;
    std::string phase = text;  // how far a download is changes often, what is done does not
    std::erase_if(phase, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (phase != last) fmt::print(err, "quern: {}\n", printable(text));
    last = phase;
  };
  releases_ = std::make_unique<Releases>(
      ReleaseContext{*runner_, variables, resource_folder(), say},
      ReleaseOptions{environments_place(variables), options.index, options.pythons, options.disk});
  ReleaseBuilds builds;
  builds.releases =
      releases_->resolve(options.releases, options.patch == "all" ? PatchChoice::all : PatchChoice::latest);
  builds.kind = kind_of(options, cases);
  builds.keep = options.keep;
  builds.from = origin_of(options, variables);
  source_ = builds_of_releases(*releases_, builds);
}

}  // namespace quern
