// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace quern {

struct Hello;

/// The torch that the probe found for a server.
struct ProbedTorch {
  std::string version;
  std::filesystem::path libraries;  // the folder of libtorch_cpu.so, or whatever it was called then
};

/// Why what a server loaded is another torch than the one that was probed; empty if it is that one. Libraries are told
/// by device and inode: a loader's path may lead to another folder than the one that was looked at.
std::string why_another_torch(const ProbedTorch& probed, const Hello& hello);

/// Throws Error(environment) if the server loaded another torch.
void require_probed_torch(const ProbedTorch& probed, const Hello& hello);

}  // namespace quern
