// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace quern {

/// From which cores one is chosen.
struct CoreChoice {
  std::vector<int> cores;           // as the kernel counts them; at least one
  std::size_t preferred = 0;        // which of them comes first; counted round if there are fewer
  std::string kind = "quern-core";  // claims of the same kind exclude each other
};

/// A core that the servers of one thread run on, as long as the claim lives. All querns of a machine see each other's
/// claims, so that two of them with one server each do not share a core while another one is idle. If every core is
/// claimed, the preferred one is shared: a claim is a courtesy, and nothing waits for it.
class CoreClaim {
 public:
  explicit CoreClaim(const CoreChoice& choice);

  [[nodiscard]] int core() const { return core_; }
  /// Whether no other claim has it.
  [[nodiscard]] bool alone() const { return socket_.number() >= 0; }

 private:
  int core_;
  Descriptor socket_;
};

}  // namespace quern
