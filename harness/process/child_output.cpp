// SPDX-License-Identifier: Apache-2.0
#include "harness/process/child_output.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "base/file.hpp"
#include "harness/process/temporary_folder.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostRead = 64 << 10;

}  // namespace

std::optional<std::string> output_of(ProcessRunner& runner, ChildSpec spec, std::chrono::milliseconds timeout) {
  const TemporaryFolder folder;
  spec.output_log = folder.path() / "output";
  const ChildExit exit = runner.run(spec, timeout);
  if (exit.how != ChildExit::How::exited || exit.code != 0) return std::nullopt;
  return std::filesystem::exists(spec.output_log) ? read_file(spec.output_log, kMostRead) : "";
}

}  // namespace quern
