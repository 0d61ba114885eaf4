// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/server.hpp"

#include <fmt/format.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX
#include <string.h>  // NOLINT(modernize-deprecated-headers): sigabbrev_np is GNU

#include <fstream>
#include <sstream>
#include <string_view>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/measure/case_places.hpp"
#include "harness/measure/layout.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/measure/valgrind_line.hpp"
#include "harness/measure/window_files.hpp"
#include "harness/process/interrupt.hpp"
#include "worker/protocol/keys.h"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kStartTimeout{5};  // loading LibTorch under Valgrind takes seconds, on a bad day minutes
constexpr std::chrono::seconds kReportTimeout{20};
constexpr std::string_view kStarted = QUERN_REPLY_STARTED " ";

std::string end_of_log(const fs::path& file) { return read_tail(file, 4000); }

// Of a traceback the last line says what happened, of other messages the first.
std::string telling_line(std::string log) {
  while (log.ends_with('\n')) log.pop_back();
  if (log.find("Traceback (most recent call last)") != std::string::npos) return log.substr(log.rfind('\n') + 1);
  return log.substr(0, log.find('\n'));
}

std::string signal_name(int number) {
  const char* const name = sigabbrev_np(number);
  return name == nullptr ? fmt::format("signal {}", number) : fmt::format("SIG{}", name);
}

}  // namespace

Server::Server(const ServerSpec& spec) : spec_(spec), folder_(fs::path("/tmp")) {
  const fs::path& folder = folder_.path();
  fs::create_directory(folder / QUERN_FILE_DUMPS);
  for (const ServerLink& link : spec.links) {
    fs::create_directories((folder / link.name).parent_path());
    fs::create_symlink(link.target, folder / link.name);
  }
  for (const auto& [name, contents] : spec.files) std::ofstream(folder / name, std::ios::binary) << contents;
}

ChildSpec Server::child_spec() const {
  if (spec_.native) return native_spec(spec_.isolation);
  return launched(spec_.valgrind, valgrind_arguments(spec_, folder_.path()));
}

ChildSpec Server::native_spec(Isolation isolation) const {
  std::vector<std::string> arguments(spec_.command.begin() + 1, spec_.command.end());
  arguments.emplace_back(isolation == Isolation::fork ? QUERN_ISOLATION_FORK : QUERN_ISOLATION_PROCESS);
  return launched(folder_.path() / spec_.command.front(), std::move(arguments));
}

ChildSpec Server::launched(const fs::path& program, std::vector<std::string> arguments) const {
  const fs::path& folder = folder_.path();
  std::string libraries = (folder / "lib").string();
  for (const std::string& link : spec_.library_links) libraries += ":" + (folder / link).string();
  std::string preloads;
  for (const std::string& link : spec_.preloads) preloads += (preloads.empty() ? "" : ":") + (folder / link).string();
  std::map<std::string, std::string> variables =
      spec_.native ? natural_environment(libraries, preloads) : pinned_environment(libraries, preloads);
  variables["QUERN_LAYOUT"] = layout_variable(spec_.layout);
  for (const auto& [name, value] : spec_.variables) variables[name] = value;
  if (spec_.launcher.empty())
    return {program, std::move(arguments), variables, folder / "server.log", folder, spec_.core};
  arguments.insert(arguments.begin(), program.string());
  arguments.insert(arguments.begin(), spec_.launcher.begin() + 1, spec_.launcher.end());
  return {spec_.launcher.front(), std::move(arguments), variables, folder / "server.log", folder, spec_.core};
}

std::optional<std::string> Server::try_natively() {
  PipedChild child(native_spec(Isolation::process));
  child.close_requests();  // nothing to measure
  const ChildExit exit = child.wait(Clock::now() + kStartTimeout);
  if (exit.how == ChildExit::How::exited && exit.code == 0) return std::nullopt;
  const std::string said = telling_line(end_of_log(folder_.path() / "server.log"));
  if (!said.empty()) return said;
  if (exit.how == ChildExit::How::timed_out) return "it does not answer";
  return exit.how == ChildExit::How::exited ? fmt::format("it ended with exit code {}", exit.code)
                                            : fmt::format("it was ended by {}", signal_name(exit.code));
}

void Server::start() {
  answered_ = false;
  child_ = std::make_unique<PipedChild>(child_spec());
}

void Server::clean() const {
  std::error_code ignored;
  fs::remove(folder_.path() / QUERN_FILE_RESULT, ignored);
  fs::remove(folder_.path() / QUERN_FILE_LOG, ignored);
  for (const fs::directory_entry& dump : fs::directory_iterator(folder_.path() / QUERN_FILE_DUMPS, ignored))
    fs::remove(dump.path(), ignored);
}

void Server::prepare_files(const CaseRequest& request) {
  const CaseFiles files{folder_.path() / QUERN_FILE_RESULT, folder_.path() / QUERN_FILE_DUMPS,
                        request.args->num_threads, spec_.one_thread, spec_.native};
  if (!request.further) left_.clear();
  if (request.further && left_.size() == 1) left_.back() = set_aside(files, folder_.path() / "kept");
  if (left_.size() < (request.further ? 2U : 1U)) left_.push_back(files);
  clean();
  if (!request.orders.empty()) std::ofstream(folder_.path() / QUERN_FILE_TIMING, std::ios::binary) << request.orders;
}

// A C++ child loads it from here: under one name, so that no case has a longer one than another.
void Server::link_case(const fs::path& object) const {
  fs::remove(folder_.path() / QUERN_FILE_OBJECT);
  fs::create_symlink(object, folder_.path() / QUERN_FILE_OBJECT);
}

CaseReply Server::measure(const CaseRequest& request) {
  prepare_files(request);
  if (spec_.language == Language::python)
    std::ofstream(folder_.path() / QUERN_FILE_CASE, std::ios::binary) << case_document(*request.args);
  else
    link_case(request.object);
  if (!child_) start();
  if (!child_->send(request_text(request, folder_.path()))) {  // nobody is left to take requests
    CaseReply reply = lost(how_it_ended());
    child_.reset();  // so that another try starts another one
    return reply;
  }
  CaseReply reply = spec_.isolation == Isolation::fork ? await(request) : await_process(request);
  if (spec_.isolation == Isolation::process || std::holds_alternative<ServerLost>(reply)) child_.reset();
  return reply;
}

CaseReply Server::await(const CaseRequest& request) {
  std::string line;
  const auto start_by = answered_ ? kReportTimeout : std::chrono::seconds(kStartTimeout);
  PipedChild::Read read = child_->read_line(line, Clock::now() + start_by);
  if (read == PipedChild::Read::interrupted) return Interrupted{};
  if (read != PipedChild::Read::line || !line.starts_with(kStarted))
    return lost(read == PipedChild::Read::timed_out ? "it does not answer" : how_it_ended());
  note_answer();
  const pid_t pid = std::stoi(line.substr(kStarted.size()));
  read = child_->read_line(line, Clock::now() + request.timeout);
  if (read == PipedChild::Read::timed_out) {
    kill(-pid, SIGKILL);
    if (child_->read_line(line, Clock::now() + kReportTimeout) != PipedChild::Read::line)
      return lost("it does not answer");
    return Failure{FailureKind::timeout, fmt::format("not done after {} s", request.timeout.count()), "",
                   end_of_log(folder_.path() / QUERN_FILE_LOG)};
  }
  if (read == PipedChild::Read::interrupted) return Interrupted{};
  if (read == PipedChild::Read::ended) {
    kill(-pid, SIGKILL);  // the group of the case outlives a server that was killed
    return lost(how_it_ended());
  }
  child_->kill_descendants();  // those that left the group of the case, before they disturb the next one
  return outcome(request, line);
}

CaseReply Server::await_process(const CaseRequest& request) {
  std::string line;  // none comes: the server closes its end when it has loaded everything and the case begins
  const PipedChild::Read read = child_->read_line(line, Clock::now() + kStartTimeout);
  if (read == PipedChild::Read::timed_out) return lost("it does not answer");
  const ChildExit exit = child_->wait(Clock::now() + request.timeout);
  if (interrupted()) return Interrupted{};
  if (exit.how == ChildExit::How::timed_out)
    return Failure{FailureKind::timeout, fmt::format("not done after {} s", request.timeout.count()), "",
                   end_of_log(folder_.path() / QUERN_FILE_LOG)};
  const char* const how = exit.how == ChildExit::How::signaled ? QUERN_REPLY_SIGNALED : QUERN_REPLY_EXITED;
  CaseReply reply = outcome(request, fmt::format("{} 0 {}", how, exit.code));
  // One that never came as far as its hello has a reason of its own.
  if (std::holds_alternative<std::vector<Window>>(reply) || hello().protocol != 0) note_answer();
  return reply;
}

// The first time that it answers, its hello is there.
void Server::note_answer() {
  if (!answered_) require_own_protocol(hello());
  answered_ = true;
}

// What a case left behind decides; how its process ended explains why it left nothing.
CaseReply Server::outcome(const CaseRequest& request, const std::string& ended) const {
  const fs::path& folder = folder_.path();
  const std::string log = with_origins(end_of_log(folder / QUERN_FILE_LOG), *request.args);
  CaseOutcome found = read_case(left_.back());
  if (auto* windows = std::get_if<std::vector<Window>>(&found)) return std::move(*windows);
  if (auto* failure = std::get_if<Failure>(&found)) {
    failure->log = log;
    locate_failure(*failure, *request.args);
    return std::move(*failure);
  }
  std::istringstream words(ended);
  std::string how;
  int pid = 0;
  int code = 0;
  words >> how >> pid >> code;
  if (how == QUERN_REPLY_SIGNALED)
    return Failure{FailureKind::crash, fmt::format("ended by {}", signal_name(code)), "", log};
  if (how == QUERN_REPLY_EXITED)
    return Failure{FailureKind::exit, fmt::format("the case ended its process with exit code {}", code), "", log};
  return lost(ended);
}

std::string Server::how_it_ended() {
  constexpr std::chrono::seconds kSoon{2};
  const ChildExit exit = child_->wait(Clock::now() + kSoon);
  if (exit.how == ChildExit::How::exited) return fmt::format("it ended with exit code {}", exit.code);
  return fmt::format("it was ended by {}", signal_name(exit.code));
}

// Once it has answered, its logs hold what cases did, not why it ended.
CaseReply Server::lost(const std::string& reason) const {
  if (answered_) return ServerLost{reason};
  const std::string log = end_of_log(folder_.path() / "valgrind.log") + end_of_log(folder_.path() / "server.log");
  const std::string said = telling_line(log);
  return ServerLost{said.empty() ? reason : fmt::format("{}: {}", reason, said)};
}

Hello Server::hello() const { return parse_hello(try_read_file(folder_.path() / QUERN_FILE_HELLO).value_or("")); }

std::uintmax_t Server::resident() const {
  if (!child_) return 0;
  std::ifstream stream(fmt::format("/proc/{}/statm", child_->pid()));
  std::uintmax_t pages = 0;
  std::uintmax_t resident = 0;
  stream >> pages >> resident;
  return resident * 4096;
}

}  // namespace quern
