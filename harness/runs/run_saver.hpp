// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/run.hpp"
#include "harness/store/run_store.hpp"

namespace quern {

/// Writes a run into the store while it is measured: what is measured is kept, whatever happens next.
class RunSaver {
 public:
  struct Target {
    std::filesystem::path store;
    std::string name;  // what the run is called when it is over; may be empty
  };

  /// `suite`: all cases of the run, in its order. Throws Error(environment) if the store cannot be written.
  RunSaver(const std::vector<Case>& suite, Target target);

  /// Never throws: a full disk must not cost the cases that are measured after it. finish() reports the error.
  void add(const Run& run, const CaseResult& result);
  /// Writes all cases once more, with what was found out of them since. Never throws either.
  void replace_cases(const Run& run);

  /// The run is over. Returns its id; throws the first Error that adding met.
  std::int64_t finish(const Run& run);
  /// The run continued `earlier`, and `whole` is both parts: the store keeps them as the earlier run.
  void join(std::int64_t earlier, const Run& whole);

  [[nodiscard]] const RunStore& store() const { return store_; }

 private:
  void store_case(std::int64_t run, const CaseResult& result);
  void close(std::int64_t id, const Run& run);

  Target target_;
  RunStore store_;
  std::map<std::string, std::size_t> positions_;
  std::optional<std::int64_t> run_;
  std::exception_ptr failed_;
};

}  // namespace quern
