// SPDX-License-Identifier: Apache-2.0
#include "harness/process/process_runner.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <cerrno>
#include <csignal>

#include "base/error.hpp"
#include "harness/process/boost_environment.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

namespace bp = boost::process;

// Boost's own wait_for forks a helper process that sleeps; a pidfd needs none.
bool ends_within(pid_t pid, std::chrono::milliseconds timeout) {
  const int descriptor = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));  // glibc declares its wrapper as C++
  if (descriptor < 0) throw Error(ErrorKind::environment, fmt::format("cannot watch process {}", pid));
  pollfd watched{descriptor, POLLIN, 0};
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  constexpr int kSliceMs = 100;  // an interrupt that comes just before poll() does not wake it
  bool ended = false;
  while (!ended && !interrupted() && std::chrono::steady_clock::now() < deadline)
    ended = poll(&watched, 1, kSliceMs) > 0;
  close(descriptor);
  return ended;
}

class BoostRunner : public ProcessRunner {
 public:
  ChildExit run(const ChildSpec& spec, std::chrono::milliseconds timeout) override {
    bp::group group;
    bp::child child = start(spec, group);
    const bool ended = ends_within(child.id(), timeout);
    if (!ended) kill(-group.native_handle(), SIGKILL);
    child.wait();
    if (!ended && interrupted()) throw Error(ErrorKind::interrupted, "interrupted");
    if (!ended) return {ChildExit::How::timed_out, SIGKILL};
    const int status = child.native_exit_code();
    if (WIFSIGNALED(status)) return {ChildExit::How::signaled, WTERMSIG(status)};
    return {ChildExit::How::exited, WEXITSTATUS(status)};
  }

  [[nodiscard]] std::filesystem::path find_program(const std::string& name, const std::string& path) const override {
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      std::filesystem::path candidate = std::filesystem::path(path.substr(begin, end - begin)) / name;
      std::error_code ignored;
      if (std::filesystem::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0)
        return candidate;
      begin = end + 1;
    }
    return {};
  }

 private:
  static bp::child start(const ChildSpec& spec, bp::group& group) {
    const std::string folder = spec.working_directory.empty() ? "." : spec.working_directory.string();
    try {
      return bp::child(
          bp::exe = spec.program.string(), bp::args = spec.arguments, to_boost(spec.environment),
          bp::start_dir = folder, bp::std_in<bp::null, (bp::std_out & bp::std_err)> spec.output_log.string(), group,
          bp::extend::on_exec_setup = [](auto& /*executor*/) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);  // this thread waits for it, or is killed
          });
    } catch (const bp::process_error& error) {
      throw Error(ErrorKind::environment, fmt::format("cannot start '{}': {}", spec.program.string(), error.what()));
    }
  }
};

}  // namespace

std::unique_ptr<ProcessRunner> make_process_runner() {
  std::signal(SIGCHLD, SIG_DFL);  // who ignores it, by inheritance, is never told how a child ended
  return std::make_unique<BoostRunner>();
}

std::map<std::string, std::string> current_environment() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

}  // namespace quern
