// SPDX-License-Identifier: Apache-2.0
#include "harness/process/child_output.hpp"

#include <fstream>

#include "harness/process/temporary_folder.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

constexpr std::size_t kMostRead = 64 << 10;

std::string read_start(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text(kMostRead, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

}  // namespace

std::optional<std::string> output_of(ProcessRunner& runner, ChildSpec spec, std::chrono::milliseconds timeout) {
  const TemporaryFolder folder;
  spec.output_log = folder.path() / "output";
  const ChildExit exit = runner.run(spec, timeout);
  if (exit.how != ChildExit::How::exited || exit.code != 0) return std::nullopt;
  return read_start(spec.output_log);
}

}  // namespace quern
