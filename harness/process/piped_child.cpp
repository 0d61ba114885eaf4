// SPDX-License-Identifier: Apache-2.0
#include "harness/process/piped_child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/posix.hpp>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "harness/process/boost_environment.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

namespace bp = boost::process;
using Clock = std::chrono::steady_clock;

constexpr int kRequests = 3;
constexpr int kReplies = 4;
constexpr int kFirstOfOurs = 10;  // clear of the numbers that the child gets
constexpr std::chrono::milliseconds kSlice{100};

Descriptor moved_up(int number) {
  const Descriptor low(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, kFirstOfOurs));
}

struct Channel {
  Descriptor ours;
  Descriptor theirs;
};

// A socket and not a pipe: writing to a child that has gone is an error and no signal.
Channel make_channel() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error(ErrorKind::environment, "cannot open a channel to a worker");
  return {moved_up(ends[0]), moved_up(ends[1])};
}

// Between fork and exec.
void prepare_child(int core) {
  personality(ADDR_NO_RANDOMIZE);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};  // of a process with all of LibTorch in it, for every case that crashes
  setrlimit(RLIMIT_CORE, &no_core);
  restore_descriptor_limit();
  if (core < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(core), &set);
  sched_setaffinity(0, sizeof set, &set);
}

pid_t start(const ChildSpec& spec, const Channel& requests, const Channel& replies) {
  try {
    bp::group group;
    bp::child child(
        bp::exe = spec.program.string(), bp::args = spec.arguments, to_boost(spec.environment), group,
        bp::start_dir = spec.working_directory.string(),
        bp::std_in<bp::null, (bp::std_out & bp::std_err)> spec.output_log.string(),
        bp::posix::fd.bind(kRequests, requests.theirs.number()), bp::posix::fd.bind(kReplies, replies.theirs.number()),
        bp::extend::on_exec_setup = [&spec](auto& /*executor*/) { prepare_child(spec.core); });
    const pid_t pid = child.id();
    child.detach();
    group.detach();
    return pid;
  } catch (const bp::process_error& error) {
    throw Error(ErrorKind::environment, fmt::format("cannot start '{}': {}", spec.program.string(), error.what()));
  }
}

std::vector<pid_t> children_of(pid_t parent) {
  std::ifstream stream(fmt::format("/proc/{0}/task/{0}/children", parent));
  return {std::istream_iterator<pid_t>(stream), {}};
}

bool alive(pid_t pid) {
  std::ifstream stream(fmt::format("/proc/{}/stat", pid));
  std::string text;
  std::getline(stream, text);
  const std::size_t name_end = text.rfind(") ");
  return name_end != std::string::npos && text[name_end + 2] != 'Z';
}

}  // namespace

PipedChild::PipedChild(const ChildSpec& spec) {
  Channel requests = make_channel();
  Channel replies = make_channel();
  pid_ = start(spec, requests, replies);
  requests_ = std::move(requests.ours);
  replies_ = std::move(replies.ours);
}

PipedChild::~PipedChild() {
  kill_descendants();
  kill_group();
  if (!reaped_) waitpid(pid_, nullptr, 0);
}

void PipedChild::kill_group() {
  if (!reaped_) kill(-pid_, SIGKILL);
}

// Whoever loses its parent becomes the child's own, because the child asked for that: one level at a time comes up.
void PipedChild::kill_descendants() const {
  constexpr int kMostRounds = 200;
  for (int round = 0; round < kMostRounds && !reaped_; ++round) {
    std::vector<pid_t> children = children_of(pid_);
    std::erase_if(children, [](pid_t pid) { return !alive(pid); });
    if (children.empty()) return;
    for (const pid_t pid : children) kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

bool PipedChild::send(std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string frame;
  for (unsigned shift = 0; shift < 32; shift += 8) frame += static_cast<char>((size >> shift) & 0xFFU);
  frame += text;
  for (std::size_t sent = 0; sent < frame.size();) {
    const ssize_t n = ::send(requests_.number(), frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<std::size_t>(n);
  }
  return true;
}

PipedChild::Read PipedChild::read_line(std::string& line, Clock::time_point deadline) {
  while (true) {
    if (const std::size_t newline = buffered_.find('\n'); newline != std::string::npos) {
      line = buffered_.substr(0, newline);
      buffered_.erase(0, newline + 1);
      return Read::line;
    }
    if (interrupted()) return Read::interrupted;
    if (Clock::now() >= deadline) return Read::timed_out;
    pollfd watched{replies_.number(), POLLIN, 0};
    if (poll(&watched, 1, static_cast<int>(kSlice.count())) <= 0) continue;
    std::array<char, 512> block{};
    const ssize_t got = read(replies_.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Read::ended;
    buffered_.append(block.data(), static_cast<std::size_t>(got));
  }
}

ChildExit PipedChild::wait(Clock::time_point deadline) {
  int status = 0;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (Clock::now() >= deadline || interrupted()) {
      kill_group();
      waitpid(pid_, &status, 0);
      reaped_ = true;
      return {ChildExit::How::timed_out, SIGKILL};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill(-pid_, SIGKILL);  // what it left behind
  reaped_ = true;
  if (WIFSIGNALED(status)) return {ChildExit::How::signaled, WTERMSIG(status)};
  return {ChildExit::How::exited, WEXITSTATUS(status)};
}

}  // namespace quern
