// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/server.hpp"

#include <fmt/format.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX
#include <string.h>  // NOLINT(modernize-deprecated-headers): sigabbrev_np is GNU

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/environment/elf.hpp"
#include "harness/measure/case_places.hpp"
#include "harness/measure/layout.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/measure/window_files.hpp"
#include "harness/process/interrupt.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kStartTimeout{5};  // loading LibTorch under Valgrind takes seconds, on a bad day minutes
constexpr std::chrono::seconds kReportTimeout{20};

std::string end_of_log(const fs::path& file) { return read_tail(file, 4000); }

// Of a traceback the last line says what happened, of other messages the first.
std::string telling_line(std::string log) {
  while (log.ends_with('\n')) log.pop_back();
  if (log.find("Traceback (most recent call last)") != std::string::npos) return log.substr(log.rfind('\n') + 1);
  return log.substr(0, log.find('\n'));
}

// A server sees libraries through links in its folder, which goes with it.
std::string real_path(const std::string& file) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  return error ? file : real.string();
}

std::string signal_name(int number) {
  const char* const name = sigabbrev_np(number);
  return name == nullptr ? fmt::format("signal {}", number) : fmt::format("SIG{}", name);
}

}  // namespace

Server::Server(const ServerSpec& spec) : spec_(spec), folder_(fs::path("/tmp")) {
  const fs::path& folder = folder_.path();
  fs::create_directory(folder / "out");
  for (const ServerLink& link : spec.links) {
    fs::create_directories((folder / link.name).parent_path());
    fs::create_symlink(link.target, folder / link.name);
  }
  for (const auto& [name, contents] : spec.files) std::ofstream(folder / name, std::ios::binary) << contents;
}

ChildSpec Server::child_spec() const {
  const fs::path& folder = folder_.path();
  const auto yes_no = [](bool value) { return value ? "yes" : "no"; };
  std::vector<std::string> arguments = {"-q",
                                        "--tool=callgrind",
                                        "--vgdb=no",
                                        "--instr-atstart=no",
                                        "--dump-line=no",
                                        "--skip-plt=no",     // or every call through the PLT is counted once too often
                                        "--fair-sched=yes",  // threads take turns in the order in which they ask
                                        fmt::format("--cache-sim={}", yes_no(spec_.cache_simulation)),
                                        fmt::format("--branch-sim={}", yes_no(spec_.branch_simulation)),
                                        fmt::format("--callgrind-out-file={}/out/%p", folder.string()),
                                        fmt::format("--log-file={}/valgrind.log", folder.string())};
  // The loader's cache lies among the libraries while it is read: every package that is installed changes its size,
  // and with it all addresses behind it.
  if (const std::string loader = program_interpreter(folder / spec_.command.front()); !loader.empty())
    arguments.insert(arguments.end(), {loader, "--inhibit-cache"});
  arguments.insert(arguments.end(), spec_.command.begin(), spec_.command.end());
  // Words of the same length: arguments lie above the stack, and memcmp's path depends on where its operands are.
  arguments.emplace_back(spec_.isolation == Isolation::fork ? "fork" : "once");
  return launched(spec_.valgrind, std::move(arguments));
}

ChildSpec Server::launched(const fs::path& program, std::vector<std::string> arguments) const {
  const fs::path& folder = folder_.path();
  std::string libraries = (folder / "lib").string();
  for (const std::string& link : spec_.library_links) libraries += ":" + (folder / link).string();
  std::string preloads;
  for (const std::string& link : spec_.preloads) preloads += (preloads.empty() ? "" : ":") + (folder / link).string();
  std::map<std::string, std::string> variables = pinned_environment(libraries, preloads);
  variables["QUERN_LAYOUT"] = layout_variable(spec_.layout);
  for (const auto& [name, value] : spec_.variables) variables[name] = value;
  if (spec_.launcher.empty())
    return {program, std::move(arguments), variables, folder / "server.log", folder, spec_.core};
  arguments.insert(arguments.begin(), program.string());
  arguments.insert(arguments.begin(), spec_.launcher.begin() + 1, spec_.launcher.end());
  return {spec_.launcher.front(), std::move(arguments), variables, folder / "server.log", folder, spec_.core};
}

std::optional<std::string> Server::try_natively() {
  std::vector<std::string> arguments(spec_.command.begin() + 1, spec_.command.end());
  arguments.emplace_back("once");
  PipedChild child(launched(folder_.path() / spec_.command.front(), std::move(arguments)));
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

std::string Server::request(const CaseOrder& order) const {
  const std::string folder = folder_.path().string();
  const std::string unit = order.unit == 0 ? "" : fmt::format("unit {}\n", order.unit);
  return fmt::format("symbol {}\nthreads {}\npairs {}\n{}result {}/result\nlog {}/case.log\ndumps {}/out/%p\n",
                     order.symbol, order.args->num_threads, order.pairs, unit, folder, folder, folder);
}

void Server::clean() const {
  std::error_code ignored;
  fs::remove(folder_.path() / "result", ignored);
  fs::remove(folder_.path() / "case.log", ignored);
  for (const fs::directory_entry& dump : fs::directory_iterator(folder_.path() / "out", ignored))
    fs::remove(dump.path(), ignored);
}

// A Python child reads its code from here. Nothing of the machine is in it: what the child allocates for it must be the
// same everywhere.
void Server::write_case(const TimerArgs& args) const {
  const nlohmann::ordered_json text = {{"stmt", args.stmt.text()},
                                       {"setup", args.setup.text()},
                                       {"global_setup", args.global_setup.text()},
                                       {"threads", args.num_threads}};
  std::ofstream(folder_.path() / "case.json", std::ios::binary) << text.dump();
}

void Server::prepare_files(const CaseOrder& order) {
  const CaseFiles files{folder_.path() / "result", folder_.path() / "out", order.args->num_threads, spec_.one_thread};
  if (!order.further) left_.clear();
  if (order.further && left_.size() == 1) left_.back() = set_aside(files, folder_.path() / "kept");
  if (left_.size() < (order.further ? 2U : 1U)) left_.push_back(files);
  clean();
}

// A C++ child loads it from here: under one name, so that no case has a longer one than another.
void Server::link_case(const fs::path& object) const {
  fs::remove(folder_.path() / "case.so");
  fs::create_symlink(object, folder_.path() / "case.so");
}

CaseReply Server::measure(const CaseOrder& order) {
  prepare_files(order);
  if (spec_.language == Language::python)
    write_case(*order.args);
  else
    link_case(order.object);
  if (!child_) start();
  if (!child_->send(request(order))) return lost(how_it_ended());  // nobody is left to take requests
  CaseReply reply = spec_.isolation == Isolation::fork ? await(order) : await_process(order);
  if (spec_.isolation == Isolation::process || std::holds_alternative<ServerLost>(reply)) child_.reset();
  return reply;
}

CaseReply Server::await(const CaseOrder& order) {
  std::string line;
  const auto start_by = answered_ ? kReportTimeout : std::chrono::seconds(kStartTimeout);
  PipedChild::Read read = child_->read_line(line, Clock::now() + start_by);
  if (read == PipedChild::Read::interrupted) return Interrupted{};
  if (read != PipedChild::Read::line || !line.starts_with("started "))
    return lost(read == PipedChild::Read::timed_out ? "it does not answer" : how_it_ended());
  answered_ = true;
  const pid_t pid = std::stoi(line.substr(8));
  read = child_->read_line(line, Clock::now() + order.timeout);
  if (read == PipedChild::Read::timed_out) {
    kill(-pid, SIGKILL);
    if (child_->read_line(line, Clock::now() + kReportTimeout) != PipedChild::Read::line)
      return lost("it does not answer");
    return Failure{"timeout", fmt::format("not done after {} s", order.timeout.count()), "",
                   end_of_log(folder_.path() / "case.log")};
  }
  if (read == PipedChild::Read::interrupted) return Interrupted{};
  if (read == PipedChild::Read::ended) {
    kill(-pid, SIGKILL);  // the group of the case outlives a server that was killed
    return lost(how_it_ended());
  }
  child_->kill_descendants();  // those that left the group of the case, before they disturb the next one
  return outcome(order, line);
}

CaseReply Server::await_process(const CaseOrder& order) {
  std::string line;  // none comes: the server closes its end when it has loaded everything and the case begins
  const PipedChild::Read read = child_->read_line(line, Clock::now() + kStartTimeout);
  if (read == PipedChild::Read::timed_out) return lost("it does not answer");
  const ChildExit exit = child_->wait(Clock::now() + order.timeout);
  if (interrupted()) return Interrupted{};
  if (exit.how == ChildExit::How::timed_out)
    return Failure{"timeout", fmt::format("not done after {} s", order.timeout.count()), "",
                   end_of_log(folder_.path() / "case.log")};
  return outcome(order,
                 fmt::format("{} 0 {}", exit.how == ChildExit::How::signaled ? "signaled" : "exited", exit.code));
}

// What a case left behind decides; how its process ended explains why it left nothing.
CaseReply Server::outcome(const CaseOrder& order, const std::string& ended) const {
  const fs::path& folder = folder_.path();
  const std::string log = with_origins(end_of_log(folder / "case.log"), *order.args);
  CaseOutcome found = read_case(left_.back());
  if (auto* windows = std::get_if<std::vector<Window>>(&found)) return std::move(*windows);
  if (auto* failure = std::get_if<Failure>(&found)) {
    failure->log = log;
    locate_failure(*failure, *order.args);
    return std::move(*failure);
  }
  std::istringstream words(ended);
  std::string how;
  int pid = 0;
  int code = 0;
  words >> how >> pid >> code;
  if (how == "signaled") return Failure{"crash", fmt::format("ended by {}", signal_name(code)), "", log};
  if (how == "exited")
    return Failure{"exit", fmt::format("the case ended its process with exit code {}", code), "", log};
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

Hello Server::hello() const {
  Hello hello;
  std::ifstream stream(folder_.path() / "hello");
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("torch ")) hello.torch_version = line.substr(6);
    if (line.starts_with("git ")) hello.git = line.substr(4);
    if (line.starts_with("python ")) hello.python = line.substr(7);
    if (line.starts_with("config ")) hello.config = line.substr(7);
    if (line.starts_with("cpu ")) hello.cpu = line.substr(4);
    if (line.starts_with("unpinned ")) hello.unpinned.push_back(line.substr(9));
    if (line.starts_with("stack ")) hello.stack = std::stoull(line.substr(6), nullptr, 16);
    if (line.starts_with("cpuid ")) add_cpuid_answer(hello.cpuid, line.substr(6));
    // A relative name is one of ours (snippets, which depend on what is measured) or the kernel's.
    if (line.starts_with("library /")) hello.libraries.push_back(real_path(line.substr(8)));
  }
  return hello;
}

std::uintmax_t Server::resident() const {
  if (!child_) return 0;
  std::ifstream stream(fmt::format("/proc/{}/statm", child_->pid()));
  std::uintmax_t pages = 0;
  std::uintmax_t resident = 0;
  stream >> pages >> resident;
  return resident * 4096;
}

}  // namespace quern
