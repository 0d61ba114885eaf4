// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quern {

/// What the kernel says that a core has done since the machine started, in its ticks.
struct CoreTicks {
  int core = -1;
  std::uint64_t busy = 0;
  std::uint64_t stolen = 0;  // wanted, and given to another virtual machine
  std::uint64_t all = 0;     // these and idle ones
};

/// The lines `cpuN …` of /proc/stat.
std::vector<CoreTicks> parse_ticks(const std::string& text);

/// What else went on while a case was timed.
struct MachineFacts {
  double stolen = 0;       // share of the time of the case's cores
  double others_busy = 0;  // share of the time of all other cores
  double slowest_khz = 0;  // the clock of the case's first core; 0: not known
  double fastest_khz = 0;
  std::string governor;   // empty: not known
  std::size_t cores = 1;  // that the case was given
};

/// What changed from one look to the next; `own` are the case's cores.
MachineFacts facts_between(const std::vector<CoreTicks>& before, const std::vector<CoreTicks>& after,
                           const std::vector<int>& own);

/// Looks at the machine while a case is timed.
class MachineWatch {
 public:
  explicit MachineWatch(std::vector<int> own);

  /// To be called after each round: the clock as it is now.
  void look();
  [[nodiscard]] MachineFacts facts() const;

 private:
  std::vector<int> own_;
  std::vector<CoreTicks> before_;
  std::vector<double> clocks_khz_;
};

}  // namespace quern
