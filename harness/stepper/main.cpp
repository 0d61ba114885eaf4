// SPDX-License-Identifier: Apache-2.0
// Takes Valgrind's place in a server's command line, and counts the same windows natively, by single steps:
//
//   quern-stepper [Valgrind's options] PROGRAM [ARGUMENTS]     in the server's folder, with its settings
//   quern-stepper --check                                      exit code 0 if stepping is possible here
//
// PROGRAM keeps the process that the driver started. What traces it is a process of its own, that is nobody's child:
// the driver ends all that a case leaves behind, and a server waits for what it forks.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/stepper/settings.hpp"
#include "harness/stepper/tracer.hpp"

namespace {

using namespace quern;

constexpr int kNotPossible = 4;
constexpr int kBroken = 70;

int complain(const std::string& what, int code) {
  fmt::print(stderr, "{}\n", what);
  return code;
}

std::string no_permission() {
  return fmt::format(
      "processes cannot be traced here (ptrace: {}): a container's seccomp filter or "
      "/proc/sys/kernel/yama/ptrace_scope forbids it",
      std::strerror(errno));
}

// The very thing that will be needed: a process that is not a child is seized, and steps.
int check() {
  const pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, WUNTRACED);
  const bool possible = ptrace(PTRACE_SEIZE, child, nullptr, nullptr) == 0 &&
                        ptrace(PTRACE_INTERRUPT, child, nullptr, nullptr) == 0 && waitpid(child, &status, __WALL) > 0 &&
                        ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) == 0;
  const std::string reason = possible ? "" : no_permission();
  kill(child, SIGKILL);
  waitpid(child, &status, __WALL);
  return possible ? 0 : complain(reason, kNotPossible);
}

StepperSettings load_settings() {
  const std::optional<std::string> text = try_read_file(kStepperSettings);
  if (!text) throw Error(ErrorKind::environment, "there are no settings for the stepper here");
  return parse_stepper_settings(*text);
}

int trace(const std::string& dumps, pid_t server, const Descriptor& go) {
  try {
    const StepperSettings settings = load_settings();
    Tracer tracer(settings, dumps, server);
    if (!tracer.seize()) return complain(no_permission(), kNotPossible);
    if (write(go.number(), "g", 1) != 1) return kBroken;
    close(3);  // the server's requests and replies: their ends must be seen when the server goes
    close(4);
    tracer.run();
    return 0;
  } catch (const std::exception& error) {
    return complain(error.what(), kBroken);  // with the tracer, all that it traces ends
  }
}

// Returns when the tracer has hold of this process; false if it does not come to that.
bool start_tracer(const std::string& dumps) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  const Descriptor ready(ends[0]);
  Descriptor go(ends[1]);
  const pid_t server = getpid();
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const pid_t middle = fork();
  if (middle == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    _exit(trace(dumps, server, go));
  }
  waitpid(middle, nullptr, 0);
  go = Descriptor();
  char byte = 0;
  return read(ready.number(), &byte, 1) == 1;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::string_view kOutFile = "--callgrind-out-file=";
  std::string dumps;
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; ++first) {
    const std::string_view option = argv[first];
    if (option == "--check") return check();
    if (option.starts_with(kOutFile)) dumps = option.substr(kOutFile.size());
  }
  if (first == argc || dumps.empty()) return complain("usage: quern-stepper --callgrind-out-file=FILE PROGRAM ...", 2);
  // Libraries below the workers' heap, as under Valgrind.
  personality(static_cast<unsigned long>(personality(0xffffffff)) | ADDR_COMPAT_LAYOUT);
  if (!start_tracer(dumps)) return kNotPossible;
  execv(argv[first], argv + first);
  return complain(fmt::format("cannot start '{}': {}", argv[first], std::strerror(errno)), kBroken);
}
