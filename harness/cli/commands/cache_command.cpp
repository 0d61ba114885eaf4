// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands/cache_command.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "base/printable.hpp"
#include "harness/build/cache.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {
namespace {

struct CacheOptions {
  std::string action = "list";
  unsigned keep_mb = 0;
};

std::string megabytes(std::uintmax_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6); }

ExitCode run_cache(const CacheOptions& options, std::ostream& out) {
  Cache cache(default_cache_root(current_environment()));
  if (options.action == "clean") {
    fmt::print(out, "freed {} in {}\n", megabytes(cache.shrink(std::uintmax_t{options.keep_mb} * 1000000)),
               printable(cache.root().string()));
    return ExitCode::ok;
  }
  std::uintmax_t total = 0;
  for (const Cache::Listed& entry : cache.list()) {
    fmt::print(out, "{:<10} {}  {:>10}\n", entry.kind, printable(entry.key), megabytes(entry.bytes));
    total += entry.bytes;
  }
  fmt::print(out, "{} in {}\n", megabytes(total), printable(cache.root().string()));
  return ExitCode::ok;
}

}  // namespace

Command add_cache_command(CLI::App& app) {
  auto options = std::make_shared<CacheOptions>();  // CLI11 and the command both refer to it
  CLI::App* command = app.add_subcommand("cache", "List or clean what was compiled");
  command->add_option("ACTION", options->action, "list or clean")
      ->check(CLI::IsMember({"list", "clean"}))
      ->capture_default_str();
  command->add_option("--keep", options->keep_mb, "With clean: megabytes to keep, of what was used last")
      ->type_name("MB")
      ->capture_default_str();
  command->footer("Examples:\n  quern cache list\n  quern cache clean --keep 500");
  return {command, [options](const Settings&, Streams streams) { return run_cache(*options, streams.out); }};
}

}  // namespace quern
