// SPDX-License-Identifier: Apache-2.0
#include "harness/build/worker_libraries.hpp"

#include "worker/protocol/definition_hash.hpp"

namespace quern {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kSources = {"callgrind_client/requests.c", "callgrind_client/fork_loop.c",
                                           "worker/case/request.c", "worker/case/windows.c", "worker/case/child.c"};
const std::vector<std::string> kHeaders = {"callgrind_client/client.h", "worker/case/request.h",
                                           "worker/case/windows.h", "worker/case/child.h",
                                           "worker/allocator/pinned_malloc.h"};
const std::vector<std::string> kAllocator = {"worker/allocator/pinned_malloc.c", "worker/allocator/pinned_malloc.h"};

std::string object_name(const std::string& source) { return fs::path(source).stem().string() + ".o"; }

CacheEntry make_worker(const CompilerDriver& driver, Cache& cache, const std::string& key) {
  return cache.entry("worker", key, [&](const fs::path& folder) {
    std::vector<std::string> link = {"-shared", "-Wl,-z,now"};
    for (const std::string& source : kSources) {
      link.push_back((folder / object_name(source)).string());
      driver.require_c({"-c", (driver.sources() / source).string(), "-o", link.back()},
                       "the Callgrind client (are Valgrind's headers here?)");
    }
    link.insert(link.end(), {"-lpthread", "-o", (folder / "libworker.so").string()});
    driver.require(link, "the worker's library");
  });
}

CacheEntry make_allocator(const CompilerDriver& driver, Cache& cache) {
  const std::string key = hash_fields({driver.compiler().name(), driver.source_hash(kAllocator)});
  return cache.entry("allocator", key, [&](const fs::path& folder) {
    driver.require_c({"-shared", "-fno-builtin", (driver.sources() / kAllocator.front()).string(), "-lpthread", "-o",
                      (folder / "libpinned.so").string()},
                     "the allocator");
  });
}

std::string worker_key(const CompilerDriver& driver) {
  std::vector<std::string> files = kSources;
  files.insert(files.end(), kHeaders.begin(), kHeaders.end());
  return hash_fields({driver.compiler().name(), driver.source_hash(files)});
}

}  // namespace

WorkerLibraries::WorkerLibraries(const CompilerDriver& driver, Cache& cache)
    : fingerprint_(worker_key(driver)),
      worker_(make_worker(driver, cache, fingerprint_)),
      allocator_(make_allocator(driver, cache)) {}

std::vector<fs::path> WorkerLibraries::objects() const {
  std::vector<fs::path> files;
  files.reserve(kSources.size());
  for (const std::string& source : kSources) files.push_back(worker_.path / object_name(source));
  return files;
}

}  // namespace quern
