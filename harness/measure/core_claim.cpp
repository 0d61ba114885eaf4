// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/core_claim.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace quern {
namespace {

// A name in the abstract namespace of sockets belongs to whoever bound it, until that process ends: a lock that leaves
// no file behind, needs no folder that all users may write to, and is never stale.
Descriptor bind_name(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::min(name.size(), sizeof address.sun_path - 1);
  std::copy_n(name.begin(), length, address.sun_path + 1);  // the first byte stays 0: an abstract name
  Descriptor name_holder(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  const bool bound = bind(name_holder.number(), reinterpret_cast<const sockaddr*>(&address), size) == 0;
  return bound ? std::move(name_holder) : Descriptor();
}

}  // namespace

CoreClaim::CoreClaim(const CoreChoice& choice) : core_(choice.cores[choice.preferred % choice.cores.size()]) {
  for (std::size_t i = 0; i < choice.cores.size() && !alone(); ++i) {
    const int core = choice.cores[(choice.preferred + i) % choice.cores.size()];
    socket_ = bind_name(fmt::format("{}-{}", choice.kind, core));
    if (alone()) core_ = core;
  }
}

}  // namespace quern
