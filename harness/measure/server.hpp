// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "expand/case/timer_args.hpp"
#include "harness/measure/window_files.hpp"
#include "harness/model/run.hpp"
#include "harness/process/piped_child.hpp"
#include "harness/process/temporary_folder.hpp"
#include "harness/stepper/settings.hpp"

namespace quern {

enum class Isolation { fork, process };

/// A file of a server's folder that lies elsewhere.
struct ServerLink {
  std::string name;  // relative to the folder
  std::filesystem::path target;
};

/// How a server is started; the same for all servers of a language.
struct ServerSpec {
  Language language = Language::cpp;
  std::filesystem::path valgrind;
  std::vector<std::string> command;  // to which the isolation is added; relative to the folder
  std::vector<ServerLink> links;
  std::map<std::string, std::string> files;  // small ones that are written there: name and contents
  std::vector<std::string> preloads;         // links that are loaded before everything else
  int layout = 0;                            // see layout.hpp
  Isolation isolation = Isolation::fork;
  bool one_thread = false;  // what counts does so in one thread only
  bool cache_simulation = false;
  bool branch_simulation = false;
  std::vector<std::string> launcher;             // the program, with arguments, that everything is started through
  std::map<std::string, std::string> variables;  // beside what is pinned
  std::vector<std::string> library_links;        // of folders in which the loader looks after lib
  int core = -1;  // Valgrind runs one thread at a time: on one core they also take turns in the same order
};

struct CaseOrder {
  const TimerArgs* args = nullptr;
  std::string symbol;
  std::filesystem::path object;  // C++: holds the symbol
  int pairs = 3;
  int unit = 0;  // iterations of the shorter window; 0: as many as suit the statement
  std::chrono::seconds timeout{120};
  bool further = false;  // pairs of the case that was measured last: what it left so far is kept
};

/// The server itself broke down: worth another try, unlike a case that failed.
struct ServerLost {
  std::string reason;
};

struct Interrupted {};

using CaseReply = std::variant<std::vector<Window>, Failure, ServerLost, Interrupted>;

/// What the server found when it had loaded everything.
struct Hello {
  std::string torch_version;
  std::string git;
  std::string python;
  std::string config;
  std::string cpu;  // as Valgrind shows it to its guest
  std::vector<std::string> libraries;
  std::vector<std::string> unpinned;  // addresses, core, heap: what could not be pinned
  std::uint64_t stack = 0;            // where it begins; 0 if that is not known
  CpuidAnswers cpuid;
};

/// One fork server under Callgrind, in a private folder whose path has the same length on every machine.
class Server {
 public:
  explicit Server(const ServerSpec& spec);

  /// Measures one case. A case that outlives its time-out is killed alone; the server goes on.
  CaseReply measure(const CaseOrder& order);

  /// Starts the server without Valgrind, lets it run its first operators and end. Nothing if all is well, else why not.
  std::optional<std::string> try_natively();

  /// A pair of windows of the case that was measured last, further pairs included. Throws Error(environment).
  [[nodiscard]] MeasuredPair pair(std::size_t number) const { return find_pair(left_, number); }

  /// How it is started under Callgrind.
  [[nodiscard]] ChildSpec child_spec() const;
  /// Empty until the first case was measured.
  [[nodiscard]] Hello hello() const;
  /// Resident memory in bytes of the server process now.
  [[nodiscard]] std::uintmax_t resident() const;

 private:
  [[nodiscard]] ChildSpec launched(const std::filesystem::path& program, std::vector<std::string> arguments) const;
  void start();
  CaseReply await(const CaseOrder& order);
  std::string how_it_ended();
  CaseReply await_process(const CaseOrder& order);
  [[nodiscard]] CaseReply outcome(const CaseOrder& order, const std::string& ended) const;
  [[nodiscard]] CaseReply lost(const std::string& reason) const;
  [[nodiscard]] std::string request(const CaseOrder& order) const;
  void prepare_files(const CaseOrder& order);
  void clean() const;
  void write_case(const TimerArgs& args) const;
  void link_case(const std::filesystem::path& object) const;

  ServerSpec spec_;
  TemporaryFolder folder_;
  std::unique_ptr<PipedChild> child_;
  bool answered_ = false;
  std::vector<CaseFiles>
      left_;  // by the processes of the case that was measured last; the last one's lie where it wrote
};

}  // namespace quern
