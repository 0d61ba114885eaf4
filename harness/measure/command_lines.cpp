// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/command_lines.hpp"

#include <optional>
#include <vector>

#include "harness/measure/environment_run.hpp"
#include "harness/measure/queue_builder.hpp"
#include "harness/measure/server.hpp"
#include "harness/process/shell_line.hpp"

namespace quern {
namespace {

// The folder of this server is gone before anybody reads its name.
std::string server_line(const ServerSpec& spec) {
  const ChildSpec child = Server(spec).child_spec();
  const std::string folder = child.working_directory.string();
  std::string line = shell_line(child);
  for (std::size_t at = line.find(folder); at != std::string::npos; at = line.find(folder, at))
    line.replace(at, folder.size(), "FOLDER");
  return line;
}

}  // namespace

CommandLines command_lines(const Case& args, const EnvironmentSpec& spec, const RunContext& context) {
  const std::vector<Case> cases = {args};
  const RunOptions options;
  EnvironmentRun part(cases, {0, spec}, options, context);
  part.probe();
  Cache cache(default_cache_root(context.variables), context.on_phase);
  CommandLines lines;
  QueueBuilder builder({part.environment(), options, context, cache,
                        [&](const CaseResult& result) { lines.problem = result.failure->message; }});
  const std::vector<CaseQueue> queues = builder.build({&cases.front()});
  if (const std::optional<ChildSpec> compiler = builder.compiler(args)) lines.compile = shell_line(*compiler);
  if (!queues.empty()) lines.measure = server_line(queues.front().server);
  return lines;
}

}  // namespace quern
