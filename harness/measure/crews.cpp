// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/crews.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/build/toolchain.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/measure/sentries.hpp"
#include "worker/protocol/error.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

bool wants(const RunOptions& options, const std::string& metric) {
  return std::find(options.metrics.begin(), options.metrics.end(), metric) != options.metrics.end();
}

fs::path find_mimalloc() {
  for (const char* folder :
       {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/local/lib"}) {
    std::error_code ignored;
    if (fs::exists(fs::path(folder) / "libmimalloc.so.2", ignored)) return fs::path(folder) / "libmimalloc.so.2";
  }
  throw Error(ErrorKind::environment, "mimalloc not found", "apt-get install libmimalloc2.0");
}

std::vector<const TimerArgs*> in_language(const std::vector<const TimerArgs*>& cases, Language language) {
  std::vector<const TimerArgs*> found;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(found),
               [&](const TimerArgs* args) { return args->language == language; });
  return found;
}

// What takes longest: threads that must come to rest before and after each window, then what does the most work.
int weight(const TimerArgs& args) {
  return (args.num_threads > 1 ? 4 : 0) + (args.pass == Pass::forward_backward ? 2 : 0) +
         (args.runtime == Runtime::torchscript ? 1 : 0);
}

void longest_first(std::vector<PlannedCase>& cases) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const PlannedCase& a, const PlannedCase& b) { return weight(*a.args) > weight(*b.args); });
}

std::map<std::string, std::string> model_variables(const Environment& environment) {
  std::map<std::string, std::string> variables = pinned_settings();
  variables["PATH"] = "/usr/bin:/bin";
  if (environment.python) variables["PYTHONPATH"] = fmt::format("{}", fmt::join(environment.python->search, ":"));
  return variables;
}

}  // namespace

CrewBuilder::CrewBuilder(const Parts& parts)
    : parts_(parts),
      driver_(parts.context.runner, parts.environment.cxx, parts.context.sources),
      libraries_(driver_, parts.cache) {}

CrewBuilder::~CrewBuilder() = default;

std::string CrewBuilder::flags() const { return toolchain_ ? toolchain_->flags() : ""; }

std::vector<Crew> CrewBuilder::build(const std::vector<const TimerArgs*>& cases) {
  const bool cpp = !in_language(cases, Language::cpp).empty();
  if (cpp)
    toolchain_ = std::make_unique<Toolchain>(
        Toolchain::Parts{driver_, parts_.cache, parts_.environment, libraries_});
  models_ = derive_models(cases, {parts_.context.runner, parts_.cache, parts_.environment, parts_.context.sources,
                                  model_variables(parts_.environment), toolchain_.get()});
  const std::vector<const TimerArgs*> possible = without_failed_models(cases);
  std::vector<Crew> crews;
  // Python's servers take longest to start.
  if (const auto python = in_language(possible, Language::python); !python.empty())
    crews.push_back(python_crew(python));
  if (const auto native = in_language(possible, Language::cpp); !native.empty()) crews.push_back(cpp_crew(native));
  std::erase_if(crews, [](const Crew& crew) { return crew.cases.empty(); });
  return crews;
}

std::vector<const TimerArgs*> CrewBuilder::without_failed_models(const std::vector<const TimerArgs*>& cases) {
  std::vector<const TimerArgs*> possible;
  for (const TimerArgs* args : cases) {
    const std::string file = args->model ? args->model->file : "";
    const std::string where = to_string(args->definition);
    if (const auto failed = models_.failures.find(file); failed != models_.failures.end())
      parts_.on_result({args,
                        Status::failed,
                        {},
                        Failure{"model", failed->second.substr(0, failed->second.find('\n')), where, failed->second},
                        0});
    else if (const auto skipped = models_.impossible.find(file); skipped != models_.impossible.end())
      parts_.on_result({args, Status::skipped, {}, Failure{"model", skipped->second, where, ""}, 0});
    else
      possible.push_back(args);
  }
  return possible;
}

fs::path CrewBuilder::preload() const {
  if (parts_.options.allocator == "system") return {};
  return parts_.options.allocator == "mimalloc" ? find_mimalloc() : libraries_.allocator();
}

Crew CrewBuilder::new_crew(Language language) {
  std::vector<TimerArgs>& sentries = sentries_[language == Language::cpp ? 0 : 1];
  sentries = sentry_cases(language);
  Crew crew;
  for (const TimerArgs& sentry : sentries) crew.sentries.push_back({&sentry, snippet_symbol(sentry)});
  ServerSpec& server = crew.server;
  server.language = language;
  server.valgrind = parts_.environment.valgrind.program;
  server.isolation = parts_.options.isolation;
  server.cache_simulation = wants(parts_.options, "cache");
  server.branch_simulation = wants(parts_.options, "branch");
  const fs::path allocator = preload();
  server.preload = !allocator.empty();
  if (server.preload) server.links.push_back({"alloc.so", allocator});
  return crew;
}

void CrewBuilder::add_models(const std::vector<PlannedCase>& cases, ServerSpec& server) const {
  std::set<std::string> files;
  for (const PlannedCase& planned : cases)
    if (planned.args->model && files.insert(planned.args->model->file).second)
      server.links.push_back({planned.args->model->file, models_.files.at(planned.args->model->file)});
}

Crew CrewBuilder::python_crew(const std::vector<const TimerArgs*>& cases) {
  Crew crew = new_crew(Language::python);
  const PythonTorch& python = *parts_.environment.python;
  crew.server.command = {python.python.string(), "./server.py"};
  crew.server.links.push_back({"server.py", parts_.context.sources / "worker/python/server.py"});
  crew.server.links.push_back({"worker.so", libraries_.shared()});
  crew.server.files["path"] = fmt::format("{}\n", fmt::join(python.search, "\n"));
  for (const TimerArgs* args : cases) crew.cases.push_back({args, snippet_symbol(*args)});
  add_models(crew.cases, crew.server);
  longest_first(crew.cases);
  return crew;
}

Crew CrewBuilder::cpp_crew(const std::vector<const TimerArgs*>& cases) {
  Crew crew = new_crew(Language::cpp);
  std::vector<const TimerArgs*> sentries;
  for (const PlannedCase& sentry : crew.sentries) sentries.push_back(sentry.args);
  batches_.push_back(build_batch(sentries, *toolchain_, parts_.cache));
  batches_.push_back(build_batch(cases, *toolchain_, parts_.cache));
  crew.server.command = {"./server"};
  crew.server.links.push_back({"server", toolchain_->server()});
  crew.server.links.push_back({"lib", parts_.environment.torch.libraries});
  for (const Batch& batch : batches_)
    for (const fs::path& object : batch.objects) {
      const std::string name = fmt::format("s{:04}.so", crew.server.links.size());
      crew.server.links.push_back({name, object});
      crew.server.files["objects"] += "./" + name + "\n";
    }
  for (const TimerArgs* args : cases) {
    const std::string symbol = snippet_symbol(*args);
    if (const auto failed = batches_.back().failures.find(symbol); failed != batches_.back().failures.end())
      parts_.on_result({args, Status::failed, {}, failed->second, 0});
    else
      crew.cases.push_back({args, symbol});
  }
  add_models(crew.cases, crew.server);
  longest_first(crew.cases);
  return crew;
}

}  // namespace quern
