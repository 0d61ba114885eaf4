// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/env_fetch_action.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cctype>
#include <chrono>
#include <filesystem>
#include <memory>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "harness/environment/fetch/place.hpp"
#include "harness/environment/fetch/releases.hpp"
#include "harness/process/interrupt.hpp"
#include "harness/process/process_runner.hpp"
#include "harness/process/shell_line.hpp"
#include "harness/runs/own_files.hpp"
#include "harness/runs/progress.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Where lines cannot be written over, how far a download is appears now and then only.
class FetchProgress {
 public:
  explicit FetchProgress(std::ostream& err) : style_(progress_style(false, STDERR_FILENO)), progress_(err, style_, 0) {}

  void say(const std::string& text) {
    std::string phase = text;
    std::erase_if(phase, [](unsigned char c) { return std::isdigit(c) != 0; });
    constexpr std::chrono::seconds kEvery{10};
    if (style_ == Progress::Style::plain && phase == phase_ && Clock::now() - last_ < kEvery) return;
    phase_ = phase;
    last_ = Clock::now();
    progress_.phase(text);
  }

  void clear() { progress_.clear(); }

 private:
  Progress::Style style_;
  Progress progress_;
  std::string phase_;
  Clock::time_point last_;
};

std::string quoted(const std::string& word) { return shell_line(std::vector<std::string>{word}); }

// How the environment is named on a command line: by its name where that is found, else by a command.
std::string env_words(const FetchedEnvironment& fetched, bool is_found_by_name) {
  if (is_found_by_name) return fetched.name;
  if (fetched.kind == InstallationKind::full) return "source " + quoted((fetched.folder / "bin/activate").string());
  return "export QUERN_TORCH_ROOT=" + quoted(fetched.folder.string());
}

fs::path place_of(const std::string& into) {
  return into.empty() ? environments_place(current_environment()) : fs::absolute(into).lexically_normal();
}

void print_fetched(const FetchedEnvironment& fetched, const fs::path& place, std::ostream& out) {
  const bool found = place == find_environments_place(current_environment());
  fmt::print(out, "{:<18}  {:>7}  quern run --env {}\n", fetched.name, size_text(fetched.bytes),
             printable(quoted(env_words(fetched, found))));
  out.flush();  // the next one may take minutes
}

}  // namespace

std::string size_text(std::uintmax_t bytes) {
  const double megabytes = static_cast<double>(bytes) / 1e6;
  return megabytes < 10 ? fmt::format("{:.1f} MB", megabytes) : fmt::format("{:.0f} MB", megabytes);
}

// NOLINTNEXTLINE(readability-function-size): flag table
void add_fetch_action(CLI::App& command, EnvFetchOptions& options) {
  CLI::App* fetch = command.add_subcommand("fetch", "Make environments of official releases from a package index");
  fetch->add_option("RELEASE", options.releases, "Versions (2.6.0), minor versions (2.6) and ranges (1.0..2.15)")
      ->required();
  fetch->add_option("--patch", options.patch, "Of each minor version in a range: latest or all patch releases")
      ->check(CLI::IsMember({"latest", "all"}))
      ->type_name("NAME")
      ->capture_default_str();
  fetch->add_flag("--cpp", options.cpp, "The C++ part alone, whatever Python there is: headers and libraries, no CUDA");
  fetch->add_option("--python", options.pythons, "One more interpreter to make environments for; may be repeated")
      ->allow_extra_args(false)
      ->type_name("PROGRAM");
  fetch->add_option("--disk", options.disk, "The most that all fetched environments may take, as in 20G")
      ->transform(CLI::AsSizeValue(true))
      ->type_name("SIZE");
  fetch
      ->add_option("--into", options.into,
                   "Where to make them (default: QUERN_ENVIRONMENTS, or the user's data folder)")
      ->type_name("DIR");
  fetch->add_option("--index", options.index, "The package index's address (default: what pip is configured for)")
      ->type_name("URL");
  fetch->footer(
      "Examples:\n"
      "  quern env fetch 2.6.0                       a virtual environment, for the newest Python that fits\n"
      "  quern env fetch --cpp 1.0..2.15 --disk 20G  the C++ part of thirty releases\n"
      "  quern run --env torch-2.6.0                 what was fetched is named like this\n\n"
      "A fetch that was interrupted goes on where it stopped. Every wheel is checked by the index's sha256.");
}

ExitCode run_env_fetch(const EnvFetchOptions& options, Streams streams) {
  remember_interrupts();
  FetchProgress progress(streams.err);
  const std::unique_ptr<ProcessRunner> runner = make_process_runner();
  Releases releases(
      {*runner, current_environment(), resource_folder(), [&](const std::string& text) { progress.say(text); }},
      {place_of(options.into), options.index, options.pythons, options.disk});
  const InstallationKind kind = options.cpp ? InstallationKind::cpp : InstallationKind::full;
  std::size_t failed = 0;
  for (const Release& release :
       releases.resolve(options.releases, options.patch == "all" ? PatchChoice::all : PatchChoice::latest)) {
    try {
      const FetchedEnvironment fetched = releases.fetch(release, kind);
      progress.clear();
      print_fetched(fetched, releases.place(), streams.out);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::environment) throw;
      progress.clear();
      ++failed;
      fmt::print(streams.err, "quern: torch {}: {}\n", release.version, printable(error.what()));
      if (!error.hint().empty()) fmt::print(streams.err, "  {}\n", printable(error.hint()));
    }
  }
  progress.clear();
  fmt::print(streams.err, "{} in {}\n", size_text(releases.disk_use()), printable(releases.place().string()));
  return failed == 0 ? ExitCode::ok : ExitCode::environment;
}

void add_rm_action(CLI::App& command, EnvRmOptions& options) {
  CLI::App* rm = command.add_subcommand("rm", "Remove environments that were fetched");
  rm->add_option("NAME", options.names, "What 'quern env list' calls them");
  rm->add_flag("--unfinished", options.unfinished, "Also downloads that were not finished");
  rm->add_option("--into", options.into, "Where they were made")->type_name("DIR");
}

ExitCode run_env_rm(const EnvRmOptions& options, Streams streams) {
  if (options.names.empty() && !options.unfinished)
    throw Error(ErrorKind::usage, "nothing to remove is named", "'quern env list' lists what was fetched");
  const fs::path place = place_of(options.into);
  std::uintmax_t freed = 0;
  for (const std::string& name : options.names) freed += remove_fetched(place, name);
  if (options.unfinished) {
    const PlaceLock lock(place, [&] { fmt::print(streams.err, "waiting for a fetch to end\n"); });
    freed += disk_use(downloads_folder(place));
    fs::remove_all(downloads_folder(place));
  }
  fmt::print(streams.out, "freed {}\n", size_text(freed));
  return ExitCode::ok;
}

}  // namespace quern
