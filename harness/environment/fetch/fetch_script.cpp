// SPDX-License-Identifier: Apache-2.0
#include "harness/environment/fetch/fetch_script.hpp"

#include <fmt/format.h>

#include <chrono>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/environment/variables.hpp"
#include "harness/process/piped_child.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

using Clock = std::chrono::steady_clock;

// A server that says nothing for a minute is asked again, five times.
constexpr std::chrono::minutes kMostSilence{10};
constexpr std::size_t kMostLog = 2000;

std::string last_line(const std::string& text) {
  const std::vector<std::string> lines = split_list(text, '\n');
  return lines.empty() ? "it says nothing" : lines.back();
}

}  // namespace

FetchScript::FetchScript(const ProcessRunner& runner, const std::map<std::string, std::string>& variables,
                         const std::filesystem::path& resources)
    : python_(runner.find_program("python3", value_of(variables, "PATH"))),
      script_(resources / "scripts" / "fetch" / "fetch.py"),
      variables_(variables) {
  if (python_.empty())
    throw Error(ErrorKind::environment, "there is no python3 in PATH, which talks to the package index",
                "apt-get install python3");
}

nlohmann::json FetchScript::ask(const nlohmann::json& request,
                                const std::function<void(const nlohmann::json&)>& on_line) const {
  const TemporaryFolder folder;
  const std::filesystem::path log = folder.path() / "log";
  // Isolated: neither the user's modules nor PYTHON... variables; no byte code beside our files.
  PipedChild child({python_, {"-I", "-B", script_.string()}, variables_, log});
  child.send(request.dump());
  std::string line;
  while (true) {
    const PipedChild::Read read = child.read_line(line, Clock::now() + kMostSilence);
    if (read == PipedChild::Read::interrupted) throw Error(ErrorKind::interrupted, "interrupted");
    if (read != PipedChild::Read::line) break;
    const nlohmann::json said = nlohmann::json::parse(line);
    if (said.contains("done")) return said.at("done");
    if (said.contains("error"))
      throw Error(ErrorKind::environment, said.at("error").get<std::string>(), said.at("hint").get<std::string>());
    on_line(said);
  }
  throw Error(ErrorKind::environment,
              fmt::format("{} failed in {}: {}", script_.filename().string(), python_.string(),
                          last_line(read_tail(log, kMostLog))),
              "it needs Python 3.6 or newer");
}

}  // namespace quern
