// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quern {

struct ChildSpec {
  std::filesystem::path program;  // found already; nothing is searched and no shell is involved
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // all of it: children inherit nothing
  std::filesystem::path output_log;                // both streams; a full pipe must never stop a child
  std::filesystem::path working_directory = {};    // empty: ours
  int core = -1;                                   // the only one it may run on; -1: any
};

struct ChildExit {
  enum class How { exited, signaled, timed_out };
  How how = How::exited;
  int code = 0;  // exit code or signal number
};

/// The one virtual interface: what runs other programs, so that tests can do without them.
class ProcessRunner {
 public:
  virtual ~ProcessRunner() = default;

  /// Runs one child in its own process group, with no input, and reaps it on every path; at the time-out the whole
  /// group is killed. Throws Error(environment) if the program cannot be started, Error(interrupted) if an interrupt
  /// that interrupt.hpp remembers ended it.
  [[nodiscard]] virtual ChildExit run(const ChildSpec& spec, std::chrono::milliseconds timeout) = 0;

  /// The first executable file called `name` in the folders of a PATH; empty if there is none.
  [[nodiscard]] virtual std::filesystem::path find_program(const std::string& name, const std::string& path) const = 0;
};

/// The real one. Children can be waited for from now on, though we were started with SIGCHLD ignored.
std::unique_ptr<ProcessRunner> make_process_runner();

/// This process's environment.
std::map<std::string, std::string> current_environment();

}  // namespace quern
