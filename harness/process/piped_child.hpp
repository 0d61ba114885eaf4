// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "harness/process/process_runner.hpp"

namespace quern {

/// A child that runs beside us and is spoken to: requests on its descriptor 3, replies on its descriptor 4. It leads
/// its own process group, has its addresses not randomised, and is killed with that group when this object goes or we
/// die.
class PipedChild {
 public:
  enum class Read { line, ended, timed_out, interrupted };

  /// Throws Error(environment) if the program cannot be started.
  explicit PipedChild(const ChildSpec& spec);
  ~PipedChild();
  PipedChild(const PipedChild&) = delete;
  PipedChild& operator=(const PipedChild&) = delete;

  /// Sends a frame: four bytes of length, then the text. False if nobody listens any more.
  bool send(std::string_view text);
  /// Says that no more requests come.
  void close_requests() { requests_ = Descriptor(); }
  /// The next line of the replies. Stops early at an interrupt.
  Read read_line(std::string& line, std::chrono::steady_clock::time_point deadline);
  /// Waits until the child has ended, or kills it at the deadline. How it ended.
  ChildExit wait(std::chrono::steady_clock::time_point deadline);
  void kill_group();
  /// Kills the processes below this child, also those that left its group or session.
  void kill_descendants() const;

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  bool reaped_ = false;
  Descriptor requests_;
  Descriptor replies_;
  std::string buffered_;
};

}  // namespace quern
