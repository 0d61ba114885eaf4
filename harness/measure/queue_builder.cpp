// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/queue_builder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/error.hpp"
#include "harness/build/toolchain.hpp"
#include "harness/environment/mimalloc.hpp"
#include "harness/measure/capacity.hpp"
#include "harness/measure/layout.hpp"
#include "harness/measure/pinned.hpp"
#include "harness/model/case_time.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

// The name of the server's folder is another one each time, and Python would put it into sys.path and __file__.
constexpr const char* kLaunch =
    "import sys; sys.path.pop(0); exec(compile(open('server.py', encoding='utf-8').read(), 'server.py', 'exec'))";

using Cases = std::vector<const Case*>;

template <typename Predicate>
Cases those(const Cases& cases, Predicate keep) {
  Cases found;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(found), [&](const Case* args) { return keep(*args); });
  return found;
}

bool is_cpp(const Case& args) { return args.language == Language::cpp; }
bool is_python(const Case& args) { return args.language == Language::python; }

// What a case took before; else a guess: threads must come to rest before and after each window, then what does the
// most work.
double expected_seconds(const Case& args, const std::map<std::string, double>& earlier) {
  if (const auto found = earlier.find(args.id); found != earlier.end()) return found->second;
  return (args.num_threads > 1 ? 0.4 : 0) + (args.pass == Pass::forward_backward ? 0.2 : 0) +
         (args.runtime == Runtime::torchscript ? 0.1 : 0);
}

void longest_first(std::vector<PlannedCase>& cases, const std::map<std::string, double>& earlier) {
  std::stable_sort(cases.begin(), cases.end(), [&](const PlannedCase& a, const PlannedCase& b) {
    return expected_seconds(*a.args, earlier) > expected_seconds(*b.args, earlier);
  });
}

void preload(ServerSpec& server, const std::string& name, const fs::path& library) {
  server.links.push_back({name, library});
  server.preloads.push_back(name);
}

std::map<std::string, std::string> model_variables(const Environment& environment) {
  std::map<std::string, std::string> variables = pinned_settings();
  for (const auto& [name, value] : environment.variables) variables[name] = value;
  variables["PATH"] = "/usr/bin:/bin";
  if (environment.python) variables["PYTHONPATH"] = fmt::format("{}", fmt::join(environment.python->search, ":"));
  return variables;
}

}  // namespace

QueueBuilder::QueueBuilder(const Parts& parts)
    : parts_(parts),
      driver_(parts.context.runner, parts.environment.cxx, parts.context.sources),
      libraries_(driver_, parts.cache) {
  if (parts.options.allocator == "mimalloc") mimalloc_ = require_mimalloc();  // before anything is compiled
}

QueueBuilder::~QueueBuilder() = default;

std::string QueueBuilder::flags() const { return toolchain_ ? toolchain_->flags() : ""; }

std::optional<ChildSpec> QueueBuilder::compiler(const Case& args) const {
  if (!toolchain_) return std::nullopt;
  const std::vector<std::string> folders = include_folders(args);
  return ChildSpec{
      parts_.environment.cxx.program, toolchain_->snippet_arguments("snippets.cpp", "snippets.so", folders), {}, {}};
}

std::vector<CaseQueue> QueueBuilder::build(const Cases& cases) {
  if (!those(cases, is_cpp).empty())
    toolchain_ = std::make_unique<Toolchain>(Toolchain::Parts{driver_, parts_.cache, parts_.environment, libraries_});
  derive(cases);
  const Cases possible = without_failed_models(cases);
  if (toolchain_) batch_ = compile(those(possible, is_cpp));
  std::vector<CaseQueue> queues;
  // TorchScript has servers of its own: warming it up takes seconds, and changes the state that others start from.
  for (const bool script : {false, true}) {
    const std::string kind = script ? "torchscript" : "eager";
    const Cases of_kind = those(possible, [&](const Case& args) { return (model_of(args) != nullptr) == script; });
    if (const Cases python = those(of_kind, is_python); !python.empty()) queues.push_back(python_queue(python, kind));
    if (const Cases cpp = those(of_kind, is_cpp); !cpp.empty()) queues.push_back(cpp_queue(cpp, kind));
  }
  std::erase_if(queues, [](const CaseQueue& queue) { return queue.cases.empty(); });
  return queues;
}

// A torch that cannot be imported costs the cases that need it, no others.
void QueueBuilder::derive(const Cases& cases) {
  try {
    models_ = derive_models(cases, {parts_.context.runner, parts_.cache, parts_.environment, parts_.context.sources,
                                    model_variables(parts_.environment), toolchain_.get()});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::environment) throw;
    for (const Case* args : cases)
      for (const Asset& asset : args->assets) models_.failures[asset.file] = error.what();
  }
}

Cases QueueBuilder::without_failed_models(const Cases& cases) {
  Cases possible;
  for (const Case* args : cases) {
    const Asset* const model = model_of(*args);
    const std::string file = model == nullptr ? "" : model->file;
    const std::string where = to_string(args->definition);
    if (const auto failed = models_.failures.find(file); failed != models_.failures.end())
      parts_.on_result(
          {args,
           Status::failed,
           {},
           Failure{FailureKind::model, failed->second.substr(0, failed->second.find('\n')), where, failed->second},
           0});
    else if (const auto skipped = models_.impossible.find(file); skipped != models_.impossible.end())
      parts_.on_result({args, Status::skipped, {}, Failure{FailureKind::model, skipped->second, where, ""}, 0});
    else
      possible.push_back(args);
  }
  return possible;
}

fs::path QueueBuilder::allocator() const {
  if (parts_.options.allocator == "system") return {};
  return parts_.options.allocator == "mimalloc" ? mimalloc_ : libraries_.allocator();
}

CaseQueue QueueBuilder::new_queue(Language language) {
  CaseQueue queue;
  for (const Case& sentry : language == Language::cpp ? cpp_sentries_ : python_sentries_)
    queue.sentries.push_back({&sentry, snippet_symbol(sentry)});
  const Environment& environment = parts_.environment;
  queue.torch = language == Language::cpp ? ProbedTorch{environment.torch.version, environment.torch.libraries}
                                          : ProbedTorch{environment.python->version, environment.python->libraries()};
  ServerSpec& server = queue.server;
  server.language = language;
  server.valgrind = parts_.environment.valgrind.program;
  server.isolation = parts_.options.isolation;
  server.metrics = parts_.options.metrics;
  const fs::path allocator = this->allocator();
  server.launcher = parts_.environment.launcher;
  server.variables = parts_.environment.variables;
  for (const fs::path& folder : parts_.environment.search) {
    server.library_links.push_back(fmt::format("l{:02}", server.library_links.size()));
    server.links.push_back({server.library_links.back(), folder});
  }
  server.layout = parts_.layout;
  if (server.layout != 0) preload(server, "room.so", libraries_.padding(padding_pages(server.layout)));
  if (!allocator.empty()) preload(server, "alloc.so", allocator);
  // Python's own allocator for small objects hands out what the import of torch left free: not the same on two
  // machines.
  if (!allocator.empty()) server.variables.emplace("PYTHONMALLOC", "malloc");
  return queue;
}

void QueueBuilder::add_models(const std::vector<PlannedCase>& cases, ServerSpec& server) const {
  std::set<std::string> files;
  for (const PlannedCase& planned : cases)
    for (const Asset& asset : planned.args->assets)
      if (files.insert(asset.file).second) server.links.push_back({asset.file, models_.files.at(asset.file)});
}

CaseQueue QueueBuilder::python_queue(const Cases& cases, const std::string& kind) {
  CaseQueue queue = new_queue(Language::python);
  const PythonTorch& python = *parts_.environment.python;
  queue.kind = "python " + kind;
  queue.server.command = {python.python.string(), "-c", kLaunch, kind};
  queue.server.links.push_back({"server.py", parts_.context.sources / "worker/python/server.py"});
  queue.server.links.push_back({"release.py", parts_.context.sources / "worker/compat/release.py"});
  queue.server.links.push_back({"worker.so", libraries_.shared()});
  queue.server.files["path"] = fmt::format("{}\n", fmt::join(python.search, "\n"));
  for (const Case* args : cases) queue.cases.push_back({args, snippet_symbol(*args)});
  add_models(queue.cases, queue.server);
  longest_first(queue.cases, parts_.options.expected_s);
  add_timing(queue);
  return queue;
}

// As many at a time as there may be servers, if there is memory for so many compilers.
Batch QueueBuilder::compile(const Cases& cases) {
  constexpr std::uintmax_t kCompiler = 700'000'000;  // bytes: most of it is the precompiled header
  const int jobs = parts_.options.jobs > 0 ? parts_.options.jobs : usable_cores();
  const std::uintmax_t room = std::max<std::uintmax_t>(1, usable_memory() / kCompiler);
  return build_batch(cases, *toolchain_, parts_.cache,
                     room < static_cast<unsigned>(jobs) ? static_cast<int>(room) : jobs);
}

CaseQueue QueueBuilder::cpp_queue(const Cases& cases, const std::string& kind) {
  CaseQueue queue = new_queue(Language::cpp);
  Cases sentries;
  for (const PlannedCase& sentry : queue.sentries) sentries.push_back(sentry.args);
  sentry_batch_ = compile(sentries);
  if (!sentry_batch_.failures.empty())
    throw Error(ErrorKind::environment,
                fmt::format("a sentry does not compile: {}", sentry_batch_.failures.begin()->second.message),
                "LibTorch does not work in this environment");
  for (PlannedCase& sentry : queue.sentries) sentry.object = sentry_batch_.snippets.at(sentry.symbol).object;
  queue.kind = "cpp " + kind;
  queue.server.command = {"./server", kind};
  queue.server.links.push_back({"server", toolchain_->server()});
  queue.server.links.push_back({"lib", parts_.environment.torch.libraries});
  queue.server.links.push_back({"warm.so", queue.sentries.front().object});
  for (const Case* args : cases) {
    const std::string symbol = snippet_symbol(*args);
    if (const auto failed = batch_.failures.find(symbol); failed != batch_.failures.end())
      parts_.on_result({args, Status::failed, {}, failed->second, 0});
    else
      queue.cases.push_back({args, symbol, batch_.snippets.at(symbol).object, batch_.snippets.at(symbol).notes});
  }
  add_models(queue.cases, queue.server);
  longest_first(queue.cases, parts_.options.expected_s);
  add_timing(queue);
  return queue;
}

// The same server but for who measures, and without what pins a count: the user's allocator and the usual layout.
void QueueBuilder::add_timing(CaseQueue& queue) {
  if (!parts_.options.wants(kTime)) return;
  libraries_.make_timing();
  ServerSpec& timing = queue.timing.emplace(queue.server);
  timing.native = true;
  timing.layout = 0;
  timing.preloads.clear();
  timing.variables = parts_.environment.variables;
  const bool cpp = timing.language == Language::cpp;
  if (cpp && !timing_server_) timing_server_ = toolchain_->timing_server();
  for (ServerLink& link : timing.links)
    if (link.name == (cpp ? "server" : "worker.so"))
      link.target = cpp ? timing_server_->path / "server" : libraries_.timing_shared();
}

}  // namespace quern
