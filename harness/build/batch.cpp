// SPDX-License-Identifier: Apache-2.0
#include "harness/build/batch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/descriptor.hpp"
#include "base/hash.hpp"
#include "harness/build/snippet_maker.hpp"

namespace quern {
namespace {

CacheEntry snippet_entry(const Case& args, const Toolchain& toolchain, Cache& cache) {
  const std::string folders = fmt::format("{}", fmt::join(include_folders(args), ":"));
  const std::string key = hash_fields({toolchain.fingerprint(), kSnippetForm, snippet_source(args, {}), folders});
  return cache.entry("snippets", key,
                     [&](const std::filesystem::path& folder) { return make_snippet(args, toolchain, folder); });
}

/// What the threads that compile share.
class BatchBuilder {
 public:
  BatchBuilder(std::map<std::string, const Case*> cases, const Toolchain& toolchain, Cache& cache)
      : cases_(std::move(cases)), next_(cases_.begin()), toolchain_(toolchain), cache_(cache) {}

  Batch run(int jobs) {
    {
      std::vector<std::jthread> threads;
      const auto useful = std::min(static_cast<std::size_t>(std::max(jobs, 1)), cases_.size());
      for (std::size_t i = 1; i < useful; ++i) threads.emplace_back([this] { work(); });
      work();
    }
    if (error_) std::rethrow_exception(error_);
    return std::move(batch_);
  }

 private:
  using Named = std::pair<std::string, const Case*>;

  void work() {
    while (const std::optional<Named> named = take()) {
      try {
        add(named->first, snippet_entry(*named->second, toolchain_, cache_));
      } catch (const NotMade& not_made) {
        const std::scoped_lock lock(mutex_);
        batch_.failures.emplace(named->first, not_made.failure);
      } catch (...) {  // of the machinery: there is no use in going on
        const std::scoped_lock lock(mutex_);
        if (!error_) error_ = std::current_exception();
      }
    }
  }

  std::optional<Named> take() {
    const std::scoped_lock lock(mutex_);
    if (error_ || next_ == cases_.end()) return std::nullopt;
    return *next_++;
  }

  void add(const std::string& symbol, CacheEntry entry) {
    const std::scoped_lock lock(mutex_);
    batch_.snippets[symbol] = {entry.path / kSnippetObject, snippet_notes(entry.path)};
    batch_.entries.push_back(std::move(entry));
  }

  std::map<std::string, const Case*> cases_;
  std::map<std::string, const Case*>::const_iterator next_;
  const Toolchain& toolchain_;
  Cache& cache_;
  std::mutex mutex_;
  Batch batch_;
  std::exception_ptr error_;
};

}  // namespace

Batch build_batch(const std::vector<const Case*>& cases, const Toolchain& toolchain, Cache& cache, int jobs) {
  allow_many_descriptors();  // the lock of every entry is one
  std::map<std::string, const Case*> by_symbol;
  for (const Case* args : cases) by_symbol.emplace(snippet_symbol(*args), args);
  return BatchBuilder(std::move(by_symbol), toolchain, cache).run(jobs);
}

}  // namespace quern
