// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/measure/case_request.hpp"
#include "harness/measure/hello.hpp"
#include "harness/measure/server_spec.hpp"
#include "harness/measure/window_files.hpp"
#include "harness/model/run.hpp"
#include "harness/process/piped_child.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {

/// The server itself broke down: worth another try, unlike a case that failed.
struct ServerLost {
  std::string reason;
};

struct Interrupted {};

using CaseReply = std::variant<std::vector<Window>, Failure, ServerLost, Interrupted>;

/// One fork server, under Callgrind or native, in a private folder whose path has the same length on every machine.
class Server {
 public:
  explicit Server(const ServerSpec& spec);

  /// Measures one case. A case that outlives its time-out is killed alone; the server goes on.
  CaseReply measure(const CaseRequest& request);

  /// Starts the server without Valgrind, lets it run its first operators and end. Nothing if all is well, else why not.
  std::optional<std::string> try_natively();

  /// A pair of windows of the case that was measured last, further pairs included. Throws Error(environment).
  [[nodiscard]] MeasuredPair pair(std::size_t number) const { return find_pair(left_, number); }

  /// The command that starts the server.
  [[nodiscard]] ChildSpec child_spec() const;
  /// Empty until the first case was measured.
  [[nodiscard]] Hello hello() const;
  /// Resident memory in bytes of the server process now.
  [[nodiscard]] std::uintmax_t resident() const;

 private:
  [[nodiscard]] ChildSpec native_spec(Isolation isolation) const;
  [[nodiscard]] ChildSpec launched(const std::filesystem::path& program, std::vector<std::string> arguments) const;
  void start();
  CaseReply await(const CaseRequest& request);
  std::string how_it_ended();
  CaseReply await_process(const CaseRequest& request);
  [[nodiscard]] CaseReply outcome(const CaseRequest& request, const std::string& ended) const;
  void note_answer();
  [[nodiscard]] CaseReply lost(const std::string& reason) const;
  void prepare_files(const CaseRequest& request);
  void clean() const;
  void link_case(const std::filesystem::path& object) const;

  ServerSpec spec_;
  TemporaryFolder folder_;
  std::unique_ptr<PipedChild> child_;
  bool answered_ = false;
  std::vector<CaseFiles>
      left_;  // by the processes of the case that was measured last; the last one's lie where it wrote
};

}  // namespace quern
