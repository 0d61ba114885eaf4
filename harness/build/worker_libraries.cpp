// SPDX-License-Identifier: Apache-2.0
#include "harness/build/worker_libraries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/hash.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kSources = {
    "callgrind_client/requests.c",   "callgrind_client/fork_loop.c", "worker/case/request.c",
    "worker/case/windows.c",         "worker/case/child.c",          "worker/case/fork_trial.c",
    "worker/python/address_table.c", "worker/python/names.c",        "worker/python/type_versions.c"};
// The same windows, timed: see worker/timing/blocks.c.
const std::vector<std::string> kTimingSources = {"callgrind_client/requests.c", "callgrind_client/fork_loop.c",
                                                 "worker/case/request.c",       "worker/case/child.c",
                                                 "worker/case/fork_trial.c",    "worker/timing/clock.c",
                                                 "worker/timing/cpu_clock.c",   "worker/timing/orders.c",
                                                 "worker/timing/blocks.c",      "worker/timing/unpinned.c"};
const std::vector<std::string> kAllocator = {"worker/allocator/pinned_malloc.c", "worker/allocator/pinned_compare.c"};
constexpr const char* kPadding = "worker/allocator/padding.c";

std::string object_name(const std::string& source) { return fs::path(source).stem().string() + ".o"; }

// Each source by itself: of several in one command, the compiler lists what it read for the last one only.
Inputs make_library(const CompilerDriver& driver, const std::vector<std::string>& sources, const fs::path& library,
                    const std::string& what) {
  Inputs inputs;
  std::vector<std::string> link = {"-shared", "-Wl,-z,now"};
  for (const std::string& source : sources) {
    link.push_back((library.parent_path() / object_name(source)).string());
    inputs.add(driver.require_c({"-fno-builtin", "-c", (driver.sources() / source).string(), "-o", link.back()}, what));
  }
  link.insert(link.end(), {"-lpthread", "-o", library.string()});
  inputs.add(driver.require(link, what));
  return inputs;
}

std::string key_of(const CompilerDriver& driver, const std::vector<std::string>& sources) {
  return hash_fields({driver.key(), fmt::format("{}", fmt::join(sources, " "))});
}

CacheEntry make_worker(const CompilerDriver& driver, Cache& cache) {
  return cache.entry("worker", key_of(driver, kSources), [&](const fs::path& folder) {
    return make_library(driver, kSources, folder / "libworker.so",
                        "the Callgrind client (are Valgrind's headers here?)");
  });
}

std::vector<fs::path> objects_of(const CacheEntry& entry, const std::vector<std::string>& sources) {
  std::vector<fs::path> files;
  files.reserve(sources.size());
  for (const std::string& source : sources) files.push_back(entry.path / object_name(source));
  return files;
}

CacheEntry make_allocator(const CompilerDriver& driver, Cache& cache) {
  return cache.entry("allocator", key_of(driver, kAllocator), [&](const fs::path& folder) {
    return make_library(driver, kAllocator, folder / "libpinned.so", "the allocator");
  });
}

}  // namespace

WorkerLibraries::WorkerLibraries(const CompilerDriver& driver, Cache& cache)
    : driver_(driver), cache_(cache), worker_(make_worker(driver, cache)), allocator_(make_allocator(driver, cache)) {}

fs::path WorkerLibraries::padding(int pages) {
  const std::string size = fmt::format("-DQUERN_PAGES={}", pages);
  padding_ = cache_.entry("padding", hash_fields({driver_.key(), kPadding, size}), [&](const fs::path& folder) {
    return driver_.require_c(
        {"-shared", size, (driver_.sources() / kPadding).string(), "-o", (folder / "libpadding.so").string()},
        "the padding of a layout");
  });
  return padding_->path / "libpadding.so";
}

void WorkerLibraries::make_timing() {
  if (timing_) return;
  timing_ = cache_.entry("timing", key_of(driver_, kTimingSources), [&](const fs::path& folder) {
    return make_library(driver_, kTimingSources, folder / "libtiming.so", "the clocks");
  });
}

std::vector<fs::path> WorkerLibraries::objects() const { return objects_of(worker_, kSources); }

std::vector<fs::path> WorkerLibraries::timing_objects() const { return objects_of(timing_.value(), kTimingSources); }

}  // namespace quern
